#!/usr/bin/env python3
"""Times pictures, of 1920x1080 unless --size says otherwise, of the places of timed_places.json, and prints a row for each.

    tests/deep/time_places.py PROGRAM [OPTION ...]

OPTIONs are render's: --processor gpu, --set leaps=0, --size 480x270 for what the window shows first. A place is a view of whose pixels the mean count is a tenth of the limit at
least, with the period of a nucleus in it and the share of iterations that leaps take, which was counted apart. Each is computed twice,
and the second time is shown; the reference is computed anew each time."""

import json
import pathlib
import re
import subprocess
import sys

SIZE = "1920x1080"
FILE = pathlib.Path(__file__).with_name("timed_places.json")


def rendered(program, size, options, place):
    """What the program says of one picture."""
    views = [f"{key}={place[key]}" for key in ("center_re", "center_im", "span", "max_iterations")]
    settings = [word for view in views for word in ("--set", view)]
    command = [program, "render", "mandelbrot", *settings, "--size", size, "--precision", "fp64", *options, "--out", "/tmp/timed.npy"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def number(pattern, text):
    found = re.search(pattern, text)
    return float(found.group(1)) if found else 0.0


def main():
    program, *options = sys.argv[1:]
    size = SIZE
    if "--size" in options:
        at = options.index("--size")
        size = options[at + 1]
        del options[at : at + 2]
    columns, rows = map(int, size.split("x"))
    print("| span | period | limit | mean count | leapt | reference | picture | undecided |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for place in json.loads(FILE.read_text()):
        text = [rendered(program, size, options, place) for _ in range(2)][-1]
        picture = number(r"compute ([\d.]+) ms", text)
        scale = {"M": 1e6, "G": 1e9, "T": 1e12}[re.search(r" ([MGT]) iterations/s", text).group(1)]
        rate = number(r"; ([\d.]+) [MGT] iterations/s", text) * scale
        mean = rate * picture / 1e3 / (columns * rows)
        print(f"| {place['span']} | {place['period']:,} | {place['max_iterations']:,} | {mean:,.0f} | {place['leapt']:.1%} "
              f"| {number('input ([0-9.]+) ms', text):.1f} ms | {picture:.1f} ms | {number('undecided.*: ([0-9]+)', text):,.0f} |", flush=True)


if __name__ == "__main__":
    main()
