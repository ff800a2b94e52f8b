#!/usr/bin/env python3
"""Iterates of z² + c by mpmath (PyPI), at 2,000 bits, as the nearest doubles.

    tests/deep/orbit_by_mpmath.py RE IM N...

A line for each N, the numbers of iterations in rising order: N re im. Exit code 77 where mpmath is not installed."""

import sys

try:
    from mpmath import mp, mpc, mpf
except ImportError:
    sys.exit(77)


def main():
    mp.prec = 2000
    c = mpc(mpf(sys.argv[1]), mpf(sys.argv[2]))
    z = mpc(0)
    done = 0
    for wanted in map(int, sys.argv[3:]):
        while done < wanted:
            z = z * z + c
            done += 1
        print(wanted, repr(float(z.real)), repr(float(z.imag)))


if __name__ == "__main__":
    main()
