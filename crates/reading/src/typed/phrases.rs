//! Phrases that say settings: the table of them, and where one stands among the words of a text.

use std::sync::LazyLock;

use super::pattern::{Table, Token, number};

/// Phrases, as [patterns](super::pattern), and the settings that they stand for; nothing if the puzzle shows what they say. A setting
/// holds for each letter of a list.
const PHRASES: &[(&str, &str)] = &[
    ("[in|to|with|using|number]* base|radix [of|is|=|-] #", "base #"),
    (
        "[and|are|digits|numbers|the|with]* all [blanks|digits|numbers|the]* [are]* different|distinct",
        "distinct-blanks",
    ),
    ("[and|are|the|with]* different|distinct digits|numbers", "distinct-blanks"),
    ("[and|are|there|with]* no duplicates|repeats|repetition|repetitions [allowed]", "distinct-blanks"),
    (
        "[and]* without duplicates|repeats|repetition|repetitions|repeated|repeating [digits|numbers]*",
        "distinct-blanks",
    ),
    ("[and|are|there|with]* no repeated digits|numbers", "distinct-blanks"),
    ("[and|the]* digits|numbers [are|do|may|must|can]* not repeat|repeated", "distinct-blanks"),
    ("[and]* no digit|number [is|are|may|can|must|be]* repeated|repeats", "distinct-blanks"),
    (
        "[and|by|use|uses|using|with]* each|every|one digit [appears|at|be|can|exactly|is|just|may|most|must|occurs|only|used]* once [only]",
        "distinct-blanks",
    ),
    (
        "[and]* use|uses|using|used each [digit|number|one]* [exactly|just|only]* once [each|only]*",
        "distinct-blanks",
    ),
    ("[and|with]* each [digit|number|one]* used [exactly|just|only]* once", "distinct-blanks"),
    ("[and]* each [exactly|just|only]* once", "distinct-blanks"),
    (
        "[fill|in|place|put|write]* each|every blank|box|cell|empty|square|star [box|cell|square]* by|contains|holds|with [a]* \
         different|distinct digit|number from # -|to|through # [inclusive]",
        "digits #-#",
    ),
    ("[and]* no digit [appears|be|can|is|may|must|occurs|used]* more than once", "distinct-blanks"),
    ("[and]* no digit [appears|be|can|is|may|must|occurs|used]* twice", "distinct-blanks"),
    ("[and|the]* missing|hidden digits are [all] different|distinct", "distinct-blanks"),
    (
        "[and|all|the|missing|hidden]* blanks|boxes|cells|squares|stars [contain|hide|hold|are|all|have]* different|distinct|unique \
         [digits|numbers]",
        "distinct-blanks",
    ),
    (
        "[each|every] blank|box|cell|square|star [contains|hides|hold|holds|has|is]* a different|unique digit|number",
        "distinct-blanks",
    ),
    // The same in German, French, Spanish, Italian, Portuguese, Polish, Dutch, Russian, Turkish, Hungarian and Romanian.
    (
        "[verwende|benutze|und|jede|die]* ziffer [kommt|wird|darf|nur|genau|höchstens]* einmal [vor|verwendet|vorkommen]",
        "distinct-blanks",
    ),
    (
        "bez|ohne|sans|sem|senza|sin|zonder|без \
         herhaling|herhalingen|powtórzeń|repetición|repeticiones|repetir|repetição|repetições|ripetizione|ripetizioni|répétition|\
         répétitions|wiederholung|wiederholungen|повторений|повторения [cifras|de|dígitos|chiffres|der|ziffern|cifre|di|van|cijfers|\
         cyfr|цифр]*",
        "distinct-blanks",
    ),
    ("keine ziffer kommt doppelt|mehrfach|zweimal vor", "distinct-blanks"),
    ("[alle|und|die]* ziffern [sind] [alle] verschieden|unterschiedlich", "distinct-blanks"),
    (
        "[utilise|utilisez|et]* chaque chiffre [est|doit|être|n|'|’|apparaît|ne|qu|utilisé]* une [seule] fois",
        "distinct-blanks",
    ),
    ("[et]* [tous] les chiffres sont [tous] différents|distincts", "distinct-blanks"),
    ("[usa|usando|y]* cada cifra|dígito [se|usa|aparece|solo|sólo]* una [sola] vez", "distinct-blanks"),
    (
        "[y]* [todas|todos] las|los cifras|dígitos son [todas|todos] diferentes|distintas|distintos",
        "distinct-blanks",
    ),
    ("[usa|usando|e]* ogni cifra [si|usa|compare]* una volta [sola]", "distinct-blanks"),
    ("[e]* [tutte] le cifre sono [tutte] diverse|differenti", "distinct-blanks"),
    ("[e]* [todos] os algarismos|dígitos são [todos] diferentes|distintos", "distinct-blanks"),
    ("[i]* każda cyfra występuje [tylko|dokładnie]* raz", "distinct-blanks"),
    ("[i]* wszystkie cyfry są różne", "distinct-blanks"),
    ("[gebruik|en]* elk cijfer [wordt|komt|precies]* één|eenmaal keer [gebruikt|voor]", "distinct-blanks"),
    ("[en]* alle cijfers zijn verschillend", "distinct-blanks"),
    ("[и]* каждая цифра [используется|встречается|только|ровно]* один раз", "distinct-blanks"),
    ("[и]* все цифры разные|различны|различные", "distinct-blanks"),
    ("[ve]* her rakam [yalnız|sadece]* bir kez kullanılır", "distinct-blanks"),
    ("[ve]* bütün|tüm rakamlar farklıdır|farklı", "distinct-blanks"),
    ("[és]* minden számjegy különböző", "distinct-blanks"),
    ("[și]* toate cifrele sunt diferite", "distinct-blanks"),
    ("[im|in]* binärsystem|dualsystem|zweiersystem", "base 2"),
    ("[im|in]* oktalsystem|achtersystem", "base 8"),
    ("[im|in]* duodezimalsystem|zwölfersystem", "base 12"),
    ("[im|in]* hexadezimalsystem", "base 16"),
    ("[в]* двоичной системе [счисления]", "base 2"),
    ("[в]* восьмеричной системе [счисления]", "base 8"),
    ("[в]* шестнадцатеричной системе [счисления]", "base 16"),
    ("[en]* base ocho", "base 8"),
    ("[en]* base dos|deux", "base 2"),
    ("[en]* base doce|douze", "base 12"),
    ("[en]* base dieciséis|seize", "base 16"),
    ("[en]* base huit", "base 8"),
    ("[en]* base cinco|cinq", "base 5"),
    ("[en]* base seis|six", "base 6"),
    ("[en]* base siete|sept", "base 7"),
    ("[en]* base nueve|neuf", "base 9"),
    ("[in]* binary", "base 2"),
    ("[in]* ternary", "base 3"),
    ("[in]* octal", "base 8"),
    ("[in]* duodecimal|dozenal", "base 12"),
    ("[in]* hexadecimal|hex", "base 16"),
    (
        "( # - # [all|are|at|each|every|exactly|inclusive|just|most|once|one|only|single|time|used]* )",
        "digits #-#",
    ),
    (
        "[all|and|from|the|use|using|with]* digits|numbers [from] # -|to|through # but|except|excluding|without [for|not|the]* # ,|and|or #",
        "range #-# except #,#",
    ),
    (
        "[all|and|from|the|use|using|with]* digits|numbers [from] # -|to|through # but|except|excluding|without [for|not|the]* #",
        "range #-# except #",
    ),
    ("[all|and|any|the|use|uses|using|with]* digit|digits except|excluding [for|the]* #", "exclude #"),
    ("[all|and|any|the|use|uses|using|with]* digit|digits other than #", "exclude #"),
    ("[and|assume|assuming|suppose|where|with|we|may]* wlog [,|assume|assuming|suppose|that]*", ""),
    (
        "[and|assume|assuming|suppose|where|with|we|may]* w . l . o . g . [,|assume|assuming|suppose|that]*",
        "",
    ),
    (
        "[and|assume|assuming|suppose|where|with|we|may]* without loss of generality [,|assume|assuming|suppose|that]*",
        "",
    ),
    (
        "[by|each|every|from|in|insert|only|of|place|put|the|use|uses|using|with|write]* digit|digits|numbers [are|be|from|may|range|run|to|used|which]* # -|to|through # \
         [all|are|at|can|be|each|every|exactly|inclusive|is|just|may|most|must|once|one|only|single|time|used]*",
        "digits #-#",
    ),
    (
        "[by|each|every|from|in|only|of|the|use|uses|using|with]* digit|digits|numbers between # and #",
        "digits #-#",
    ),
    (
        "[all|and|each|every|of|that|the|where|with]* letter|letters|symbol|symbols \
         [are|be|has|have|is|must|represent|represents|should|stand|stands|the|value|values]* between|from # -|and|to|through # [inclusive]",
        "digits #-#",
    ),
    // The same in other languages, whose words for it do not overlap: German, French, Spanish, Italian, Portuguese, Dutch,
    // Polish, Russian.
    (
        "[aus|avec|com|con|das|de|den|der|des|die|eine|einer|las|le|les|los|met|mit|nur|os|un|una|une|von|z|из]* \
         algarismo|algarismos|chiffre|chiffres|cifra|cifras|cifre|cijfer|cijfers|cyfr|cyfra|cyframi|cyfry|dígito|dígitos|ziffer|\
         ziffern|цифр|цифра|цифрами|цифры [allant|da|dal|de|del|desde|od|van|von|от|с]* \
         # -|a|al|bis|do|tot|à|до|по # [chacun|cada|chaque|einmal|exactement|fois|genau|inclus|je|jeweils|keer|raz|razem|seule|sola|solo|una|une|vez|volta|één|одному|по|разу]*",
        "digits #-#",
    ),
    (
        "[avec|con|de|der|des|die|eine|las|les|los|mit|un|una|une]* \
         algarismo|algarismos|chiffre|chiffres|cifra|cifras|cifre|cijfer|cijfers|cyfr|cyfra|cyfry|dígito|dígitos|ziffer|ziffern|\
         цифр|цифра|цифры [compris|comprise|compreso|comprendido]* entre|fra|między|tra|tussen|zwischen|между # a|e|en|et|i|und|y|и #",
        "digits #-#",
    ),
    ("[im|in|zur]* basis [=|-] #", "base #"),
    ("podstawa|základ [=|-] #", "base #"),
    (
        "using|use [only|the]* # -|to|through # [all|at|each|exactly|just|most|once|one|only|time]*",
        "digits #-#",
    ),
    ("[and|with|there]* [are|is] no 0|zero|zeroes|zeros [are|is] [allowed|used]", "no-zero"),
    ("[and|where|with]* all [of|the]* digits|letters|symbols are nonzero [digits]", "no-zero"),
    ("[and|where|with]* all [of|the]* digits|letters|symbols [are|be|is]* positive [digits]", "no-zero"),
    (
        "[and|where|with]* each|every digit|letter|symbol is|denotes|represents|stands [a|for]* positive digit|integer|number",
        "no-zero",
    ),
    ("zeroless", "no-zero"),
    ("[and|but|the]* [digit|number|digits|numbers]* excluding 0|zero", "no-zero"),
    ("[and|but|the]* [digit|number]* 0|zero is excluded", "no-zero"),
    ("[and|but|the]* [digit|number]* 0|zero does|is not|never appear|occur", "no-zero"),
    ("[and|but]* zeroes|zeros [are]* not allowed|permitted|used", "no-zero"),
    ("[and|but|the]* letter|letters can|may|must ['|’]* t|not be|equal 0|zero", "no-zero"),
    ("[and|but|the]* letters cannot be|equal 0|zero", "no-zero"),
    ("no letter = 0", "no-zero"),
    ("keine ziffer ist|bedeutet [die]* 0|null", "no-zero"),
    ("aucun|aucune chiffre|lettre ne|n [vaut|est|'|’]* 0|nul|nulle|zéro", "no-zero"),
    ("ninguna|ningún letra|cifra|dígito es|vale 0|cero", "no-zero"),
    ("nessuna|nessun lettera|cifra è|vale 0|zero", "no-zero"),
    ("nenhuma|nenhum letra|algarismo|dígito é|vale 0|zero", "no-zero"),
    ("geen [letter|cijfer] [is] 0|nul", "no-zero"),
    ("[de] nul|0 komt niet voor", "no-zero"),
    ("żadna litera|cyfra nie oznacza|jest 0|zera|zerem", "no-zero"),
    ("bez nuly", "no-zero"),
    ("0|nulla nincs", "no-zero"),
    ("nincs 0|nulla", "no-zero"),
    ("ни одна буква|цифра не равна|обозначает 0|нулю|ноль", "no-zero"),
    ("kein buchstabe ist|bedeutet [die]* [ziffer]* 0|null", "no-zero"),
    ("[le]* zéro n '|’ est pas utilisé", "no-zero"),
    ("no se usa|utiliza el cero", "no-zero"),
    ("ноль|нуль не используется", "no-zero"),
    ("utan nolla|nollor", "no-zero"),
    (
        "0を除く|0は除く|0は使わない|0は使いません|0を使わない|0は含まない|不含0|不包括0|不用0|不能用0|没有0|0除外|0제외",
        "no-zero",
    ),
    ("0 제외", "no-zero"),
    ("0은|0을|영은 제외|제외한다|빼고", "no-zero"),
    ("sıfır yok|kullanılmaz", "no-zero"),
    ("[and|where|with]* all [of|the]* digits|letters|symbols are non - zero [digits]", "no-zero"),
    ("no digit|digits|letter|letters|symbol [are|can|is|may] [be|equal|equals] 0|zero", "no-zero"),
    (
        "[and]* bez|ohne|sans|sem|senza|sin|without|zonder|без \
         [chiffre|cijfer|cyfry|cyfrą|de|dígito|die|digit|el|la|le|lo|o|the|ziffer|цифры]* \
         0|cero|nul|null|nula|zera|zero|zeroes|zeros|zéro|нуля",
        "no-zero",
    ),
    ("[die|ziffer]* 0|null kommt nicht vor", "no-zero"),
    ("[and]* none of the digits|letters|symbols equals|is|are 0|zero", "no-zero"),
    ("[and|the]* digits|letters need not [all]* be different|distinct|unique", "distinct none"),
    ("[(|and|but]* not necessarily [all|the]* same|equal|identical [digit|digits]* [)]", ""),
    ("[and|the]* [digits|letters] not necessarily [all]* different|distinct|unique", "distinct none"),
    (
        "[different|distinct]* letters do [not]* [n|'|’|t]* have to|need [to]* be|denote|represent|stand [for]* different|distinct|unique \
         [digits|numbers|values]",
        "distinct none",
    ),
    (
        "[different|distinct]* letters don|needn '|’ t [have|need]* [to] be|denote|represent|stand [for]* different|distinct|unique \
         [digits|numbers|values]",
        "distinct none",
    ),
    ("[and|but|the]* digit|digits|number|numbers|value|values can|may [also]* repeat", "distinct none"),
    (
        "[and|but|where|with]* repeats|repetition|repetitions [of] [a|the]* [digits|numbers|values] [are|being|is]* \
         allowed|fine|ok|okay|permitted",
        "distinct none",
    ),
    (
        "verschiedene buchstaben können|dürfen [auch|den|der|die|für]* gleiche|gleichen|dieselbe|selben \
         ziffer|ziffern|zahl|zahlen [bedeuten|darstellen|haben|sein|stehen]*",
        "distinct none",
    ),
    (
        "[des|les]* lettres différentes peuvent [aussi]* désigner|représenter|valoir le même chiffre",
        "distinct none",
    ),
    (
        "[las]* letras diferentes|distintas pueden [también]* representar|tener|valer la|el misma|mismo cifra|dígito|valor",
        "distinct none",
    ),
    ("разные буквы могут [и]* обозначать|означать одинаковые|одну [и|ту|же]* цифру|цифры", "distinct none"),
    ("[le]* lettere diverse possono [anche]* rappresentare|indicare la stessa cifra", "distinct none"),
    (
        "verschillende letters mogen|kunnen [ook|voor]* hetzelfde|dezelfde cijfer [staan|zijn]*",
        "distinct none",
    ),
    ("[and]* repeated digits [are] allowed|permitted", "distinct none"),
    ("[different|the|two]* letters can|may be [the] equal|same", "distinct none"),
    // The same in German, French, Spanish, Italian, Portuguese, Dutch, Polish and Russian.
    ("[die]* ziffern dürfen|können [sich] wiederholen", "distinct none"),
    ("[die]* ziffern dürfen|können mehrfach vorkommen", "distinct none"),
    ("[les]* chiffres peuvent [se] répéter", "distinct none"),
    ("[les]* chiffres peuvent être répétés|identiques|égaux", "distinct none"),
    ("[las|los]* cifras|dígitos [se] pueden repetir|repetirse", "distinct none"),
    ("[se] pueden repetir [las|los]* cifras|dígitos", "distinct none"),
    ("[le]* cifre possono ripetersi", "distinct none"),
    ("[le]* cifre possono essere ripetute|uguali", "distinct none"),
    ("[os]* algarismos|dígitos podem [se] repetir", "distinct none"),
    ("[de]* cijfers mogen [worden] herhaald [worden]", "distinct none"),
    ("cyfry mogą się powtarzać", "distinct none"),
    ("цифры могут повторяться", "distinct none"),
    ("[and|the]* digits can|may be repeated", "distinct none"),
    ("[the]* [digit|number] 0|zero is not allowed|permitted|used", "no-zero"),
    ("[the]* [digit|number] 0|zero not allowed|permitted|used", "no-zero"),
    (
        "[and|that|the]* no number|numbers|numeral|word|words [can|may|should]* begin|begins|start|starts with [a]* 0",
        "leading-zeros forbidden",
    ),
    // The number itself shows it.
    ("[a|an|the]* # - digit [natural|positive|whole]* [integer|integers|number|numbers]", ""),
    (
        "[a|an|the]* # [-] digit|digits [natural|positive|whole]* integer|integers|number|numbers|numeral|numerals",
        "",
    ),
    ("nonzero", NO_LETTER_IS_ZERO),
    ("non - zero", NO_LETTER_IS_ZERO),
    (
        "[and|there|are|is|the|with|without]* [no|any|a]* restriction|restrictions|constraint|constraints on leading zero|zeroes|zeros",
        "leading-zeros allowed",
    ),
    (
        "[and|there|are|is|the|with|without]* [no|any|a]* leading - zero|zeros restriction|restrictions|constraint|constraints|rule",
        "leading-zeros allowed",
    ),
    (
        "[and|there|are|is|the|with|without]* [no|any|a]* leading zero|zeroes|zeros restriction|restrictions|constraint|constraints|rule",
        "leading-zeros allowed",
    ),
    (
        "[and|but]* allow|allowing|allows|permit|permitting [for]* leading zero|zeroes|zeros",
        "leading-zeros allowed",
    ),
    ("[and|but]* leading zero|zeroes|zeros can|may [also]* occur|appear", "leading-zeros allowed"),
    (
        "[and|but|note|that|the]* first|leading digit|digits|letter|letters [of] [a|any|each|the]* [number|numbers|word|words] can|may [also]* be \
         [a]* 0|zero",
        "leading-zeros allowed",
    ),
    (
        "[and|but|note|that|the]* number|numbers|word|words can|may [also]* begin|start with [a]* 0|zero|zeros",
        "leading-zeros allowed",
    ),
    (
        "[and|are|be|but|that|the|there|where|with]* no leading zero|zeroes|zeros [are|be|is]* [allowed|permitted|used]",
        "leading-zeros forbidden",
    ),
    (
        "[and|but|the|with]* leading zero|zeroes|zeros [are|is]* not|never allowed|permitted|used",
        "leading-zeros forbidden",
    ),
    (
        "[and|with]* leading zero|zeroes|zeros [are|being|is]* allowed|fine|ok|okay|permitted",
        "leading-zeros allowed",
    ),
    ("führende nullen [sind] erlaubt|zulässig|zugelassen", "leading-zeros allowed"),
    ("[les]* zéros [en|initiaux] [tête] [sont] autorisés|permis", "leading-zeros allowed"),
    ("[se] permiten|admiten [los] ceros iniciales", "leading-zeros allowed"),
    ("[los]* ceros iniciales [están] permitidos", "leading-zeros allowed"),
    ("[gli]* zeri iniziali [sono] ammessi|consentiti|permessi", "leading-zeros allowed"),
    ("[os]* zeros [à] esquerda [são] permitidos", "leading-zeros allowed"),
    ("voorloopnullen [zijn] toegestaan", "leading-zeros allowed"),
    ("zera wiodące [są] dozwolone", "leading-zeros allowed"),
    ("ведущие нули разрешены|допускаются|допустимы", "leading-zeros allowed"),
    (
        "[different] letters can|may [also] be|have|represent|stand|take [for] [the] same digit|digits|value|values",
        "distinct none",
    ),
    ("[and|but|the]* [digit|number] # is not used", "exclude #"),
    ("[and|but|the]* [digit|number] # does not appear|occur [anywhere]", "exclude #"),
    ("[and|but|the]* [digit|number] # never|nowhere appears|occurs", "exclude #"),
    ("[and|but|the]* [digit|number] # appears|occurs nowhere", "exclude #"),
    ("[and|but]* there is no #", "exclude #"),
    ("[and|but]* do not use [the]* [digit|number] #", "exclude #"),
    ("[die]* [ziffer] # kommt nicht vor", "exclude #"),
    ("[and|but|the]* digits|numbers # ,|and|or # are not|never used|present|allowed", "exclude #,#"),
    ("[and|but|the]* digits|numbers # ,|and|or # do not|never appear|occur", "exclude #,#"),
    ("[and|but]* without [any|the]* [digits] # ,|and|or #", "exclude #,#"),
    ("[and|but]* neither # nor # is|are|appears|occurs [used]", "exclude #,#"),
    ("[and|the]* [digit|number] # is used|present", "uses #"),
    ("[and|the]* digit|number # occurs|appears", "uses #"),
    ("[and]* one of the digits|letters|symbols is|equals|represents [the|digit]* #", "uses #"),
    ("[and|the]* # is one of the digits", "uses #"),
    ("[and|the]* letters are|represent|denote|stand [for] positive digits|numbers|integers", "no-zero"),
    ("[and]* all [of|the]* digits|letters nonzero", "no-zero"),
    ("[and]* all [of|the]* letters are different|distinct and nonzero", "no-zero"),
    ("[and]* all nonzero", "no-zero"),
    ("[and]* all different and nonzero", "no-zero"),
    ("each|every letter|digit >|≠ 0", "no-zero"),
    ("[and|but]* except 0|zero", "no-zero"),
    ("[and]* none of them|these is|are|equals 0|zero", "no-zero"),
    ("[and]* none is|are 0|zero", "no-zero"),
    ("no 0", "no-zero"),
    ("0|zero can|may|must not be used", "no-zero"),
    ("# is absent|excluded|missing|unused", "exclude #"),
    ("[a] letter|digit is never 0|zero", "no-zero"),
    ("[and]* each|every letter|digit|symbol is [a] [digit] # -|to|through #", "digits #-#"),
    ("[and|but|a|the]* digit|digits may|can be used more than once", "distinct none"),
    ("[and|but|the]* letters may|can share [digits|values|a|the]*", "distinct none"),
    ("[and]* duplicates allowed|permitted", "distinct none"),
    ("[and]* not all [the]* letters|digits are different|distinct", "distinct none"),
    ("[different]* letters are not necessarily different|distinct [digits]", "distinct none"),
    ("[two|different]* letters may|can stand for|be [the] same digit", "distinct none"),
    (
        "letras diferentes|distintas pueden|podem ser|ter|tener [la|o|el|a]* misma|mismo|mesmo|mesma cifra|dígito|valor",
        "distinct none",
    ),
    ("lettere diverse possono essere la stessa cifra", "distinct none"),
    ("różne litery mogą oznaczać tę|taką samą cyfrę", "distinct none"),
    (
        "違う文字が同じ数字でもよい|異なる文字が同じ数字でもよい|異なる文字が同じ数字を表してもよい|不同字母可以代表相同数字|不同字母可以代表同一个数字|不同的字母可以代表相同的数字",
        "distinct none",
    ),
    ("先頭の0も可|先頭の0を許す|首位可以为0|首位可以是0", "leading-zeros allowed"),
    ("[dozwolone] [są] zera wiodące [dozwolone]", "leading-zeros allowed"),
    ("[in] [het] achttallig stelsel", "base 8"),
    ("[in] grondtal #", "base #"),
    ("[w] systemie ósemkowym", "base 8"),
    ("[w] systemie dwójkowym", "base 2"),
    ("[v] osmičkové soustavě", "base 8"),
    ("# tabanında", "base #"),
    ("[med|i] bas|basen #", "base #"),
    ("[в]* [системе] [счисления] [с] основанием #", "base #"),
    ("číslice # -|až #", "digits #-#"),
    ("[mit|den|die|aus]* ziffern # - #", "digits #-#"),
    ("[and|but|the]* [digit|number] # doesn|isn '|’ t [appear|occur|used|present]", "exclude #"),
    (
        "[and|but|the]* digits|letters aren '|’ t necessarily [all]* different|distinct|unique",
        "distinct none",
    ),
    ("[and|but|the|different]* letters can|may [also] repeat [digits|values]", "distinct none"),
    (
        "[and|where|with]* all|each|every [of|the]* digits|letter|letters|symbol|symbols [are|be|have|is|must|values|a|value]* \
         below|less|smaller|lower [than] #",
        "below #",
    ),
    (
        "[and|where|with]* all|each|every [of|the]* digits|letter|letters|symbol|symbols [are|be|have|is|must|values|a|value]* \
         above|greater|larger|bigger|higher|more [than] #",
        "above #",
    ),
    (
        "[and|where|with]* all|each|every [of|the]* digits|letter|letters|symbol|symbols [are|be|have|is|must|values|a|value]* at least #",
        "least #",
    ),
    (
        "[and|where|with]* all|each|every [of|the]* digits|letter|letters|symbol|symbols [are|be|have|is|must|values|a|value]* at most #",
        "most #",
    ),
    (
        "[and]* no letter|digit|symbol [be|can|has|is|may|a|value]* greater|larger|bigger|higher|more than #",
        "most #",
    ),
    ("[and]* no letter|digit|symbol [be|can|has|is|may|a|value]* less|smaller|lower than #", "least #"),
    ("[and]* no letter|digit|symbol exceeds #", "most #"),
    (
        "[and|the]* sum of [all]* [the]* [two|three|four|five|six|seven|eight|nine|ten]* letters MODAL IS #",
        "total #",
    ),
    ("[and|the]* [all]* letters add|sum [up] to #", "total #"),
    ("[and|the]* [all]* letters total #", "total #"),
    (
        "[all|and|of|the|two|three|four|five|six|seven|eight|nine|ten]* letters|symbols|unknowns MODAL denote|represent|stand|take \
         [for|on|all|the|values|digits|numbers|different|distinct]* # -|to|through # [in|some|any|order|once|exactly|each|inclusive]*",
        "digits #-#",
    ),
    ("[and|but|there]* no # is|are used", "exclude #"),
    ("[and]* without [any|the]* [digit|number] #", "exclude #"),
    ("[and|the]* letters are # -|to|through #", "digits #-#"),
    ("[and|but|the]* digit|number # is absent|missing|unused", "exclude #"),
    ("[and|but|the]* digit|number # [does|do] not|never [appear|appears|occur|occurs]", "exclude #"),
    (
        "[and|but]* none of the digits|letters|symbols [are|be|equal|equals|is|represents|stands]* [for|digit|the]* #",
        "exclude #",
    ),
    (
        "[and|but]* no digit|letter|symbol [are|be|can|equals|is|may|represents|stands]* [for|digit|the]* #",
        "exclude #",
    ),
    (
        "[and|the]* all [of|the]* [hidden|missing|unknown]* digits are prime|primes [digits|numbers] [(|:] [2] [,] [3] [,] [5] [,] [and|or] [7] [)]",
        PRIMES_ALONE,
    ),
    (
        "[and]* each|every [of|the]* *|?|_|x|□|asterisk|asterisks|blank|box|cell|digit|dot|letter|letters|square|star|stars|symbol \
         denotes|hides|is|represents|stands [a|for]* prime [digit|number] [(|:] [2] [,] [3] [,] [5] [,] [and|or] [7] [)]",
        PRIMES_ALONE,
    ),
    (
        "[please]* fill|replace [each|every|in|all|of|the]* *|?|_|x|□|asterisk|asterisks|blank|blanks|box|boxes|cell|cells|dot|dots|letter|letters|square|squares|star|stars \
         by|with [a|the]* prime [digit|digits|number|numbers] [(|:] [2] [,] [3] [,] [5] [,] [and|or] [7] [)]",
        PRIMES_ALONE,
    ),
    ("[and|use|using|with]* only [the]* even digits|numbers", "evens alone"),
    ("even digits|numbers only", "evens alone"),
    (
        "[and|the]* all [of|the]* [hidden|missing|unknown]* digits|numbers|letters are even [digits|numbers]",
        "evens alone",
    ),
    (
        "[and]* each|every [of|the]* *|?|_|x|□|asterisk|asterisks|blank|box|cell|digit|dot|letter|letters|square|star|stars|symbol \
         denotes|hides|is|represents|stands [a|an|for]* even [digit|number]",
        "evens alone",
    ),
    ("[and|die]* alle [die]* ziffern sind gerade [ziffern]", "evens alone"),
    ("[et]* tous les chiffres sont pairs", "evens alone"),
    ("[y]* todas|todos las|los cifras|dígitos son pares", "evens alone"),
    ("[e]* tutte le cifre sono pari", "evens alone"),
    ("[e]* todos os algarismos|dígitos são pares", "evens alone"),
    ("[и]* все цифры четные|чётные|четны|чётны", "evens alone"),
    ("[and|use|using|with]* only [the]* odd digits|numbers", "odds alone"),
    ("odd digits|numbers only", "odds alone"),
    (
        "[and|the]* all [of|the]* [hidden|missing|unknown]* digits|numbers|letters are odd [digits|numbers]",
        "odds alone",
    ),
    (
        "[and]* each|every [of|the]* *|?|_|x|□|asterisk|asterisks|blank|box|cell|digit|dot|letter|letters|square|star|stars|symbol \
         denotes|hides|is|represents|stands [a|an|for]* odd [digit|number]",
        "odds alone",
    ),
    ("[and|die]* alle [die]* ziffern sind ungerade [ziffern]", "odds alone"),
    ("[et]* tous les chiffres sont impairs", "odds alone"),
    ("[y]* todas|todos las|los cifras|dígitos son impares", "odds alone"),
    ("[e]* tutte le cifre sono dispari", "odds alone"),
    ("[e]* todos os algarismos|dígitos são ímpares|impares", "odds alone"),
    ("[и]* все цифры нечетные|нечётные|нечетны|нечётны", "odds alone"),
    ("所有数字都是偶数|所有數字都是偶數|每个数字都是偶数|すべての数字は偶数|全ての数字は偶数", "evens alone"),
    ("所有数字都是奇数|所有數字都是奇數|每个数字都是奇数|すべての数字は奇数|全ての数字は奇数", "odds alone"),
    ("所有数字都是质数|所有數字都是質數|每个数字都是质数|すべての数字は素数|全ての数字は素数", PRIMES_ALONE),
    // What is said of several letters.
    ("OPENING [both|all]* $$ are [both|all]* even [digits|numbers]", "where is_even($)"),
    ("OPENING [both|all]* $$ are [both|all]* odd [digits|numbers]", "where is_odd($)"),
    ("OPENING [both|all]* $$ are [both|all]* prime|primes [digits|numbers]", "where is_prime($)"),
    (
        "OPENING [both|all]* $$ are [both|all]* [perfect] square|squares [digits|numbers]",
        "where is_square($)",
    ),
    (
        "OPENING $$ sind|sont|son|são|są [alle|beide|toutes|tous|ambas|ambos]* gerade|pairs|paires|pares|pari|parzyste",
        "where is_even($)",
    ),
    (
        "OPENING $$ sind|sont|son|são|są [alle|beide|toutes|tous|ambas|ambos]* ungerade|impairs|impaires|impares|ímpares|dispari|nieparzyste",
        "where is_odd($)",
    ),
    ("OPENING $$ [оба|обе|все]* четные|чётные|четны|чётны", "where is_even($)"),
    ("OPENING $$ [оба|обе|все]* нечетные|нечётные|нечетны|нечётны", "where is_odd($)"),
    (
        "OPENING $$ are|be|denote|represent|stand [all|for|the]* different|distinct [nonzero|positive|single]* digits [chosen|taken]* \
         from|between # -|to|through|and # [inclusive]",
        "where #≤$≤#",
    ),
    ("OPENING none of [digits|letters|the]* $$ MODAL IS ARTICLE #", "where $≠#"),
    (
        "OPENING [both|all]* $$ [are|is|be|must|both|all|different|distinct|denote|represent]* nonzero [digits] [such|that]*",
        "where $≠0",
    ),
    (
        "OPENING [both|all]* $$ [are|is|be|must|both|all|different|distinct|denote|represent]* non - zero [digits] [such|that]*",
        "where $≠0",
    ),
    ("OPENING [both]* $$ are not|never [equal|to|the|digit]* #", "where $≠#"),
    ("OPENING [both]* $$ cannot [both]* [be|equal|stand|represent]* [for]* #", "where $≠#"),
    ("OPENING [both]* $$ can|may|must not [both]* [be|equal|equals|stand|represent]* [for]* #", "where $≠#"),
    ("OPENING neither $$ MODAL IS ARTICLE #", "where $≠#"),
    ("OPENING $ and € are consecutive [digits|numbers]", "where abs($-€)=1"),
    (
        "OPENING $ MODAL IS [the] biggest|greatest|highest|largest [digit|digits|letter|letters|number|of|all|the|value]*",
        "largest $",
    ),
    (
        "OPENING $ MODAL IS [the] least|lowest|smallest [digit|digits|letter|letters|number|of|all|the|value]*",
        "smallest $",
    ),
    ("OPENING $ MODAL IS [a|an] non - zero [digit|number]", "where $≠0"),
    ("OPENING $ MODAL IS [a|an] nonzero [digit|number]", "where $≠0"),
    ("OPENING [the] biggest|greatest|highest|largest digit|letter IS $", "largest $"),
    ("OPENING [the] least|lowest|smallest digit|letter IS $", "smallest $"),
    ("OPENING $ MODAL IS between # and # [inclusive]", "where #≤$≤#"),
    // What is said of two letters.
    ("OPENING $ [is] greater|larger|bigger|higher|more than €", "where $>€"),
    ("OPENING $ [is] less|smaller|lower than €", "where $<€"),
    ("OPENING $ [is] # more|greater|larger|bigger|higher than €", "where $=€+#"),
    ("OPENING $ [is] # less|smaller|lower than €", "where $=€-#"),
    ("OPENING $ exceeds € by #", "where $=€+#"),
    ("OPENING $ exceeds €", "where $>€"),
    ("OPENING $ MODAL IS half [of|the|value]* €", "where 2×$=€"),
    ("OPENING $ MODAL IS twice|double [the|value|of]* €", "where $=2×€"),
    ("OPENING $ MODAL IS # times [the|value|of]* €", "where $=#×€"),
    // What is said of one letter: `T stands for 9`, `where O is even`, `der Buchstabe M steht für 1`.
    ("OPENING $ MODAL IS [either] # o|oder|of|ou|or|lub|или #", "assign $=#,#"),
    ("OPENING $ = [either] # o|oder|of|ou|or|lub|или #", "assign $=#,#"),
    ("OPENING $ MODAL IS ARTICLE #", "where $=#"),
    ("OPENING $ has [a|the]* value [of] #", "where $=#"),
    ("OPENING $ MODAL IS not|never [be|equal]* ARTICLE #", "where $≠#"),
    ("OPENING $ MODAL IS not|never ARTICLE even ARTICLE", "where is_odd($)"),
    ("OPENING $ MODAL IS not|never ARTICLE odd ARTICLE", "where is_even($)"),
    ("OPENING $ MODAL IS not|never ARTICLE prime ARTICLE", "where ¬is_prime($)"),
    ("OPENING $ MODAL IS ARTICLE prime ARTICLE", "where is_prime($)"),
    ("OPENING $ isn|doesn|won|can|couldn '|’ t|be [be|equal]* ARTICLE #", "where $≠#"),
    ("OPENING $ isn|can '|’ t [be]* ARTICLE even ARTICLE", "where is_odd($)"),
    ("OPENING $ isn|can '|’ t [be]* ARTICLE odd ARTICLE", "where is_even($)"),
    ("OPENING ARTICLE $ = #", "where $=#"),
    ("OPENING ARTICLE $ ≠ #", "where $≠#"),
    ("OPENING ARTICLE $ →|⇒|↦|➔|⟶ #", "where $=#"),
    ("OPENING ARTICLE $ - > #", "where $=#"),
    ("OPENING $ =|:|- ARTICLE even ARTICLE", "where is_even($)"),
    ("OPENING $ =|:|- ARTICLE odd ARTICLE", "where is_odd($)"),
    (
        "[and|where]* each|every $ MODAL denotes|is|means|represents|stands [a|an|any|for|some]* even digit",
        "evens of $",
    ),
    (
        "[and|where]* each|every $ MODAL denotes|is|means|represents|stands [a|an|any|for|some]* odd digit",
        "odds of $",
    ),
    ("[and]* each|every $ [a|an|any|for|some]* even digit", "evens of $"),
    ("[and]* each|every $ [a|an|any|for|some]* odd digit", "odds of $"),
    (
        "OPENING $ MODAL [IS] ARTICLE \
         even|gerade|pair|paire|par|pari|parzysta|parzyste|четная|четное|чётная|чётное ARTICLE",
        "where is_even($)",
    ),
    (
        "OPENING $ MODAL [IS] ARTICLE \
         dispari|impair|impaire|impar|nieparzysta|nieparzyste|odd|ungerade|нечетная|нечетное|нечётная|нечётное ARTICLE",
        "where is_odd($)",
    ),
];

/// The letters of the sentence are not 0, which is a setting if the puzzle has no others.
pub(super) const NO_LETTER_IS_ZERO: &str = "no-zero of-letters";

/// All digits are prime, which are other ones in another base.
const PRIMES_ALONE: &str = "primes alone";

/// The fewest digits of a list; of two it is not sure that they are no range.
const LEAST_LISTED: usize = 3;

/// A phrase that was found.
pub(super) struct Phrase {
    /// The token behind it.
    pub end: usize,
    /// What is set; several if it is said of several letters.
    pub settings: Vec<String>,
    /// The tokens of the letters that it is about.
    pub letters: Vec<usize>,
}

/// The phrase that begins at a token.
pub(super) fn phrase_at(tokens: &[Token], from: usize) -> Option<Phrase> {
    TABLE.find(tokens, from, |setting, found| {
        let setting = with_numbers(setting, &found.numbers);
        let name = |at: &usize| tokens[*at].word.to_uppercase();
        let settings = match found.names.as_slice() {
            [] => vec![setting],
            [first, second] if setting.contains('€') => {
                vec![setting.replace('$', &name(first)).replace('€', &name(second))]
            }
            all => all.iter().map(|at| setting.replace('$', &name(at))).collect(),
        };
        Some(Phrase { end: found.at, settings, letters: found.names.clone() })
    })
}

/// A list of digits that are used: `using only the digits 1, 3, 4 and 7`, `using 1, 3, 4`.
pub(super) fn listed(tokens: &[Token], from: usize) -> Option<Phrase> {
    let is =
        |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| words.contains(&token.word.as_str()));
    let leads = ["all", "each", "from", "of", "only", "the", "use", "uses", "using", "with"];
    let words = (from..).take_while(|at| is(*at, &leads)).count();
    let noun = from + words;
    let has_noun = is(noun, &["digits", "numbers"]);
    let opens = noun + usize::from(has_noun);
    let is_used = || is(from, &["use", "uses", "using"]) && is(opens + 1, &[","]);
    if !has_noun && words < 2 && !is_used() {
        return None;
    }
    // `the digits used are 1, 3, 4`.
    let opens =
        (opens..).find(|at| !(has_noun && is(*at, &["are", "available", "be", "used"]))).unwrap_or(opens);
    let mut at = opens + usize::from(is(opens, &["{", ":"]));
    let mut digits = Vec::new();
    while let Some(digit) = tokens.get(at).and_then(|token| number(&token.word)) {
        digits.push(digit.to_string());
        at += 1;
        let next = (at..).take(2).take_while(|at| is(*at, &[",", "and", "&"])).count();
        if tokens.get(at + next).is_none_or(|token| number(&token.word).is_none()) {
            break;
        }
        at += next;
    }
    let close = at + usize::from(is(at, &["}"]));
    let end = (close..).find(|at| !is(*at, &["each", "exactly", "just", "once", "only"])).unwrap_or(close);
    let settings = vec![format!("digits {}", digits.join(","))];
    (digits.len() >= LEAST_LISTED).then_some(Phrase { end, settings, letters: Vec::new() })
}

static TABLE: LazyLock<Table<&str>> = LazyLock::new(|| Table::of(PHRASES));

fn with_numbers(setting: &str, numbers: &[u64]) -> String {
    numbers.iter().fold(setting.to_string(), |setting, number| setting.replacen('#', &number.to_string(), 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typed::pattern::{Found, MOST_LISTED, tokens};

    /// The token behind the first phrase of the table that fits, without a look at how phrases begin.
    fn first_that_fits(tokens: &[Token], from: usize) -> Option<usize> {
        let mut found = Found::default();
        TABLE.rows.iter().find_map(|(parts, _)| {
            found.look(parts, tokens, from)?;
            Some(found.at)
        })
    }

    #[test]
    fn phrases_are_found_by_how_they_begin() {
        let text = "use the digits 1 to 9, no zero, in base twelve (0-9): A, B and C are odd, but E is not 3 or T = 9; \
                    mit den Ziffern 1 bis 9; la lettre O vaut 0; a 3-digit number; 7 -> 1; neither X nor Y is 2; é; D ≠ 1";
        let tokens = tokens(text.chars());
        let found: Vec<_> =
            (0..tokens.len()).map(|from| phrase_at(&tokens, from).map(|phrase| phrase.end)).collect();
        assert!(found.iter().flatten().count() > 10, "{found:?}");
        for (from, end) in found.into_iter().enumerate() {
            assert_eq!(end, first_that_fits(&tokens, from), "{}", tokens[from].word);
        }
    }

    #[test]
    fn long_lists_of_letters_are_not_read() {
        let end = |letters: usize| {
            let tokens = tokens(format!("{}Z are odd", "A and ".repeat(letters - 1)).chars());
            phrase_at(&tokens, 0).map(|phrase| phrase.letters.len())
        };
        assert_eq!(end(MOST_LISTED), Some(MOST_LISTED));
        assert_eq!(end(MOST_LISTED + 1), None);
    }
}
