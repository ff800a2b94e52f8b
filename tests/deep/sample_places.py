#!/usr/bin/env python3
"""Counts the samples of places that have none, by exact_counts (see exact_counts.cpp), and writes them into places.json.

    tests/deep/sample_places.py PATH_OF_EXACT_COUNTS

A place is a kind, a center, a span, a limit of iterations and the period of the nucleus that it is near to, by hand; its samples
are [x, y, count] of a picture of 640x360 pixels."""

import json
import pathlib
import subprocess
import sys

FILE = pathlib.Path(__file__).with_name("places.json")
SAMPLES = 1000


def counted(program, place):
    """A place's samples."""
    arguments = [place["center_re"], place["center_im"], place["span"], str(place["max_iterations"]), str(SAMPLES)]
    out = subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
    return [[int(number) for number in line.split()] for line in out.splitlines()]


def text_of(places):
    """A line for each ten samples."""
    out = []
    for place in places:
        facts = {key: value for key, value in place.items() if key != "samples"}
        rows = [json.dumps(place["samples"][i:i + 10])[1:-1] for i in range(0, len(place["samples"]), 10)]
        out.append(json.dumps(facts, indent=1)[:-2] + ',\n "samples": [\n' + ",\n".join(rows) + "]\n}")
    return "[\n" + ",\n".join(out) + "\n]\n"


def main():
    places = json.loads(FILE.read_text())
    for place in places:
        if "samples" not in place:
            place["samples"] = counted(sys.argv[1], place)
            print(place["kind"], place["span"], file=sys.stderr)
    FILE.write_text(text_of(places))


if __name__ == "__main__":
    main()
