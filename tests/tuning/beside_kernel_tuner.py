#!/usr/bin/env python3
"""Holds `heteroscope tune` against Kernel Tuner's strategies on one recorded grid, with equal counts of evaluations.

    pip install kernel_tuner scikit-learn
    heteroscope tune WORKLOAD --record grid.json …       on the machine in question
    tests/tuning/beside_kernel_tuner.py grid.json --heteroscope build/heteroscope

Kernel Tuner runs in its own simulation mode, on a cache file that is made of the recording; heteroscope replays the
recording itself (`tune --replay`), without the shapes that its variants' authors chose, with which it would begin when
it measures. Both are told the same medians. For each strategy and count of evaluations the best time that was found,
over the best of the grid, is sorted over the seeds: the table has its median and its 90th percentile. Candidates that
could not run are not part of the space that Kernel Tuner searches (tune_cache leaves them out); heteroscope's search
spends evaluations on them. Exit code 1 where one of Kernel Tuner's strategies was better in any column, 2 where one could
not search at all.

A strategy is named as Kernel Tuner does, with one of its methods behind a colon where it has several: bayes_opt:ei.

A place without a value (a block's height where a variant has no blocks) is a value of its own to Kernel Tuner, which
has no conditional parameters: 0 among numbers, "-" among names.
"""

import argparse
import contextlib
import io
import json
import logging
import math
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import warnings

STRATEGIES = [
    "basinhopping", "bayes_opt", "diff_evo", "dual_annealing", "firefly_algorithm", "genetic_algorithm", "greedy_ils",
    "greedy_mls", "ordered_greedy_mls", "mls", "minimize", "pso", "simulated_annealing", "hybrid_vndx",
    "adaptive_tabu_greywolf", "random_sample",
]


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def times_of(recording):
    return [point.get("median_ms") for point in recording["points"]]


def parameters_of(recording):
    """For each axis what Kernel Tuner calls a parameter: its values, and those of each point."""
    parameters, columns = {}, []
    for number, axis in enumerate(recording["axes"]):
        ordered = bool(axis.get("numbers"))
        values = axis["numbers"] if ordered else axis["values"]
        missing = 0.0 if ordered else "-"
        column = [missing if point["at"][number] < 0 else values[point["at"][number]] for point in recording["points"]]
        there = set(column)
        offered = ([missing] if missing in there and missing not in values else []) + [v for v in values if v in there]
        parameters[axis["id"]] = offered
        columns.append(column)
    return parameters, list(zip(*columns))


def write_cache(recording, path):
    parameters, points = parameters_of(recording)
    entries = {}
    for place, ms in zip(points, times_of(recording)):
        entry = dict(zip(parameters, place))
        entry.update(time=ms if ms is not None else "RuntimeFailedConfig", compile_time=0, verification_time=0,
                     benchmark_time=0, strategy_time=0, framework_time=0, timestamp="2026-01-01 00:00:00+00:00",
                     times=[ms] if ms is not None else [])
        if ms is None:
            entry["__error__"] = "RuntimeFailedConfig"
        entries[",".join(str(value) for value in place)] = entry
    cache = {"device_name": "Simulation", "kernel_name": "recorded", "problem_size": 1,
             "tune_params_keys": list(parameters), "tune_params": parameters, "objective": "time", "cache": entries}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(cache, file)

STATE = {}


def start(recording_path):
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    import kernel_tuner  # not before: each process has its own

    folder = tempfile.mkdtemp()
    cache = os.path.join(folder, "cache.json")
    recording = read(recording_path)
    write_cache(recording, cache)
    STATE.update(tuner=kernel_tuner, cache=cache)


def run_kernel_tuner(job):
    """The best time that a strategy has found; infinite where it found none."""
    import numpy

    strategy, evaluations, seed = job
    name, _, method = strategy.partition(":")
    strategy_options = {"max_fevals": evaluations} | ({"method": method} if method else {})
    random.seed(seed)
    numpy.random.seed(seed)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        results, _ = STATE["tuner"].tune_cache(
            STATE["cache"], strategy=name, strategy_options=strategy_options, quiet=True)
    found = [result["time"] for result in results if isinstance(result.get("time"), (int, float))]
    return strategy, evaluations, min(found, default=math.inf)


def guarded(job):
    try:
        return run_kernel_tuner(job) + (None,)
    except Exception as error:  # a strategy that cannot take such a space is named in the table
        return job[0], job[1], None, f"{type(error).__name__}: {error}"


def replay(heteroscope, path, evaluations, seeds):
    command = [heteroscope, "tune", "--replay", path, "--evaluations", str(evaluations), "--seeds", str(seeds),
               "--json", "-"]
    made = subprocess.run(command, check=True, capture_output=True, text=True)
    return [run["best_ms"] for run in json.loads(made.stdout)["runs"]]


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recording")
    parser.add_argument("--heteroscope", default="build/heteroscope")
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--evaluations", type=int, nargs="+", default=[25, 50, 100, 200])
    parser.add_argument("--strategies", nargs="+", default=STRATEGIES)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    best = min(ms for ms in times_of(read(options.recording)) if ms is not None)

    rows = {"heteroscope tune": {}}
    for count in options.evaluations:
        rows["heteroscope tune"][count] = replay(options.heteroscope, options.recording, count, options.seeds)
    jobs = [(strategy, count, seed) for strategy in options.strategies for count in options.evaluations
            for seed in range(options.seeds)]
    trouble = {}
    with multiprocessing.Pool(options.processes, start, (options.recording,)) as pool:
        for strategy, count, ms, failure in pool.imap_unordered(guarded, jobs, chunksize=4):
            rows.setdefault(strategy, {})
            if failure is not None:
                trouble[strategy] = failure
            else:
                rows[strategy].setdefault(count, []).append(ms)

    print("| strategy | " + " | ".join(f"{count}, median | {count}, 90 %" for count in options.evaluations) + " |")
    print("| --- |" + " ---: |" * (2 * len(options.evaluations)))
    order = ["heteroscope tune"] + [strategy for strategy in options.strategies if strategy in rows]
    worse = []
    for name in order:
        cells = []
        for count in options.evaluations:
            found = rows[name].get(count, [])
            if len(found) < options.seeds:
                cells += ["–", "–"]
                continue
            ours = rows["heteroscope tune"][count]
            for share in (0.5, 0.9):
                value = percentile(found, share) / best
                cells.append(f"{value:.4f}" if math.isfinite(value) else "none")
                if percentile(ours, share) > percentile(found, share) * (1 + 1e-12):
                    worse.append(f"{name} at {count} evaluations, {'median' if share == 0.5 else '90th percentile'}")
        print(f"| {name} | " + " | ".join(cells) + " |")
    for strategy, failure in trouble.items():
        print(f"\n{strategy} does not take such a space: {failure}", file=sys.stderr)
    for line in worse:
        print(f"better than heteroscope: {line}", file=sys.stderr)
    return 2 if trouble else 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
