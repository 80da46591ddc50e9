"""The numbers for which functions of the puzzles hold, below a limit: tables for systems that do not know them."""

import math


def squares(limit: int) -> list[int]:
    return [root * root for root in range(math.isqrt(limit - 1) + 1)]


def cubes(limit: int) -> list[int]:
    numbers, root = [], 0
    while root**3 < limit:
        numbers.append(root**3)
        root += 1
    return numbers


def triangular(limit: int) -> list[int]:
    return [n * (n + 1) // 2 for n in range(math.isqrt(2 * limit) + 1) if n * (n + 1) // 2 < limit]


def primes(limit: int) -> list[int]:
    sieve = bytearray([1]) * limit
    sieve[:2] = b"\0\0"
    for number in range(2, math.isqrt(limit) + 1):
        if sieve[number]:
            sieve[number * number :: number] = bytes(len(range(number * number, limit, number)))
    return [number for number in range(limit) if sieve[number]]


def palindromes(limit: int) -> list[int]:
    return [number for number in range(limit) if str(number) == str(number)[::-1]]


def digit_sum(total: int, base: int, limit: int) -> list[int]:
    def of(number: int) -> int:
        return number % base + of(number // base) if number else 0

    return [number for number in range(limit) if of(number) == total]


FUNCTIONS = {
    "is_square": squares,
    "is_cube": cubes,
    "is_triangular": triangular,
    "is_prime": primes,
    "is_palindrome": palindromes,
}
