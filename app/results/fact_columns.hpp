#pragma once

#include "app/results/row_columns.hpp"

/// The columns of what all rows of a result have in common. A declaration is named by its id, with '_' for '/'.
namespace heteroscope::column {

inline constexpr Column title{"title", "suite", "The suite or workload"};
inline constexpr Column workload{"workload", "workload", "The workload whose variants were measured"};
inline constexpr Column suite{"suite", "suite", "The suite that the rows belong to"};
inline constexpr Column chosen{"chosen", "chosen", "Parameters that the scenes do not set"};
inline constexpr Column source{"source", "source", "The image that was read"};
inline constexpr Column effort_repeat{"effort/repeat", "repeat",
                                      "The number of runs of each row; empty: as many as its median needed"};
inline constexpr Column effort_within{"effort/within", "within", "", Hint::share,
                                      "The largest allowed distance from a median to the end of its interval"};
inline constexpr Column effort_budget_ms{"effort/budget_ms", "budget", "ms", Hint::time,
                                         "The time after which a row has no more runs"};
inline constexpr Column effort_all_ms{"effort/all_ms", "budget of all", "ms", Hint::time,
                                      "The time that the rows of all suites shared; empty: each row had its own"};
inline constexpr Column effort_warmup{"effort/warmup", "warmup", "Runs before the measured ones that do not count"};
inline constexpr Column effort_cold{"effort/cold", "cold", "Whether rows were also measured with cold caches"};
inline constexpr Column cases{"cases", "cases",
                              "The number of cases; if the run was stopped, more than rows and skipped cases"};
inline constexpr Column ranked{"ranked", "ranked", "Whether the rows are a ranking of variants from files"};
inline constexpr Column uncounted{"uncounted", "not counted", "Why the GPU's counters could not be read"};
inline constexpr Column baseline{"baseline", "baseline", "The variant that others are compared with"};

/// The facts of the machine stand together as "machine/…".
inline constexpr std::string_view machine_facts = "machine";
namespace machine {
inline constexpr Column version{"version", "heteroscope", "The version of heteroscope"};
inline constexpr Column commit{"commit", "commit", "The commit that heteroscope was built from"};
inline constexpr Column date_utc{"date_utc", "date", "The date of the measurement, UTC"};
inline constexpr Column cpu{"cpu", "CPU", "The name of the CPU"};
inline constexpr Column cpu_threads{"cpu_threads", "CPU threads", "The threads that can run at the same time"};
inline constexpr Column cpu_mhz{"cpu_mhz", "CPU clock", "MHz", Hint::plain,
                                "The highest clock that the system allows, or else the present clock"};
inline constexpr Column cpu_vector_target{"cpu_vector_target", "vectors",
                                          "The widest vectors that the program uses here"};
inline constexpr Column gpu{"gpu", "GPU", "The name of the GPU"};
inline constexpr Column gpu_unavailable_reason{"gpu_unavailable_reason", "no GPU", "Why there is no GPU"};
inline constexpr Column gpu_mhz{"gpu_mhz", "GPU clock", "MHz", Hint::plain, "The highest clock of the multiprocessors"};
inline constexpr Column gpu_memory_mhz{"gpu_memory_mhz", "GPU memory clock", "MHz", Hint::plain,
                                       "The highest clock of the GPU's memory"};
inline constexpr Column gpu_fp32_per_fp64{
    "gpu_fp32_per_fp64", "fp32 per fp64",
    "The fp32 operations that take the time of one fp64 operation, as the driver says"};
inline constexpr Column gpu_fma_fp32_peak_per_s{"gpu_fma_fp32_peak_per_s", "fma fp32, in theory", "fma/s", Hint::rate,
                                                "Multiprocessors × lanes × the highest clock"};
inline constexpr Column gpu_fma_fp64_peak_per_s{"gpu_fma_fp64_peak_per_s", "fma fp64, in theory", "fma/s", Hint::rate,
                                                "The fp32 peak / the ratio of fp32 to fp64"};
inline constexpr Column gpu_bus_bytes_per_s{"gpu_bus_bytes_per_s", "bus, in theory", "B/s", Hint::rate,
                                            "Bus width × 2 × the highest memory clock"};
inline constexpr Column gpu_driver{"gpu_driver", "driver", "The GPU's driver"};
inline constexpr Column cuda_driver{"cuda_driver", "driver for CUDA", "The newest CUDA that the driver supports"};
inline constexpr Column cuda_runtime{"cuda_runtime", "CUDA runtime",
                                     "The CUDA runtime that the program was built with"};
inline constexpr Column compiler{"compiler", "compiler", "The compiler of the CPU's code"};
inline constexpr Column flags{"flags", "flags", "The flags of that compiler"};
}  // namespace machine

/// The CPU's peak in theory follows from these.
inline constexpr Column theory_clock_hz{"theory/clock_hz", "clock", "Hz", Hint::rate,
                                        "The clock of a busy core, measured with a chain of additions"};
inline constexpr Column theory_fp64_lanes{"theory/fp64_lanes", "lanes", "The fp64 numbers in a vector"};
inline constexpr Column theory_cores{"theory/cores", "cores",
                                     "Threads that this process may run at once, each counted as a core"};

/// The ceilings of each processor stand together as "ceilings/cpu/…" and "ceilings/gpu/…", with lists of multiply-adds
/// by threads and of sets of bytes.
inline constexpr std::string_view cpu_ceilings = "ceilings/cpu";
inline constexpr std::string_view gpu_ceilings = "ceilings/gpu";
inline constexpr std::string_view cpu_fma_ceilings = "ceilings/cpu/fma";
inline constexpr std::string_view cpu_set_ceilings = "ceilings/cpu/sets";
inline constexpr std::string_view gpu_set_ceilings = "ceilings/gpu/sets";
namespace ceilings {
inline constexpr Column threads{"threads", "threads", "The number of CPU threads"};
inline constexpr Column fma_fp32_per_s{"fma_fp32_per_s", "fma fp32", "fma/s", Hint::rate, "Multiply-adds per second"};
inline constexpr Column fma_fp64_per_s{"fma_fp64_per_s", "fma fp64", "fma/s", Hint::rate, "Multiply-adds per second"};
inline constexpr Column fma_fp32_per_s_one_thread{"fma_fp32_per_s_one_thread", "fma fp32, one thread", "fma/s",
                                                  Hint::rate, "Multiply-adds per second"};
inline constexpr Column fma_fp64_per_s_one_thread{"fma_fp64_per_s_one_thread", "fma fp64, one thread", "fma/s",
                                                  Hint::rate, "Multiply-adds per second"};
inline constexpr Column copy_bytes_per_s_one_thread{"copy_bytes_per_s_one_thread", "copy, one thread", "B/s",
                                                    Hint::rate, "Bytes read and written per second"};
inline constexpr Column fill_bytes_per_s_one_thread{"fill_bytes_per_s_one_thread", "fill, one thread", "B/s",
                                                    Hint::rate, "Bytes written per second"};
inline constexpr Column fp32_per_s{"fp32_per_s", "fma fp32", "fma/s", Hint::rate, "Multiply-adds per second"};
inline constexpr Column fp64_per_s{"fp64_per_s", "fma fp64", "fma/s", Hint::rate, "Multiply-adds per second"};
inline constexpr Column cpu{"cpu", "CPU", "The CPU, if none of its rows were measured"};
inline constexpr Column gpu{"gpu", "GPU", "The GPU, if none of its rows were measured"};
}  // namespace ceilings

/// The links between processors are a list with these columns.
inline constexpr std::string_view link_ceilings = "ceilings/links";
namespace link {
inline constexpr Column from{"from", "from", "The processor that sends rows"};
inline constexpr Column to{"to", "to", "The GPU that collects the rows"};
inline constexpr Column bytes_per_s{"bytes_per_s", "rate", "B/s", Hint::rate, "The rate of a large copy"};
inline constexpr Column latency_s{"latency_s", "latency", "s", Hint::plain, "The time of the smallest copy"};
}  // namespace link

/// What arrives in a GPU over several links at once is a list with these columns.
inline constexpr std::string_view arrival_ceilings = "ceilings/arrivals";
namespace arrival {
inline constexpr Column from{"from", "from", "The processors that send at the same time"};
inline constexpr Column to{"to", "to", "The GPU that collects their rows"};
inline constexpr Column bytes_per_s{"bytes_per_s", "rate", "B/s", Hint::rate, "The rate of large copies, all together"};
}  // namespace arrival

/// The noise of each number of threads, and of the GPU, is a list with these columns.
inline constexpr std::string_view noises = "noise";
namespace noise {
inline constexpr Column threads{"threads", "threads", "The number of CPU threads; empty: the GPU"};
inline constexpr Column share{"share", "noise", "", Hint::share, "Medians that differ by a smaller share are a tie"};
inline constexpr Column floor_ms{"floor_ms", "noise of an empty run", "ms", Hint::time,
                                 "Medians that differ by less time are a tie, however short they are"};
inline constexpr Column drift{"drift", "drift", "", Hint::share,
                              "How much longer the loop took after the rows than before them"};
inline constexpr Column added_ms{"added_ms", "overhead", "ms", Hint::time,
                                 "What the measurement adds to each time; on the GPU an empty kernel and its launch"};
inline constexpr Column added_share{"added_share", "of the loop", "", Hint::share,
                                    "What the measurement adds to the time of the loop, as a share"};
inline constexpr Column region_ready_ms{"region_ready_ms", "region", "ms", Hint::time,
                                        "A parallel region that does nothing, for which the threads wait"};
inline constexpr Column region_woken_ms{"region_woken_ms", "region, woken", "ms", Hint::time,
                                        "A parallel region that does nothing, whose threads sleep"};
inline constexpr Column region_regrown_ms{
    "region_regrown_ms", "region, regrown", "ms", Hint::time,
    "A parallel region that does nothing, after one of half as many threads; empty: there are too few"};
}  // namespace noise
/// The runs by which a noise was measured, "loop/0", "nothing/0" and so on, have these columns.
namespace noise_times {
inline constexpr Column median_ms{"median_ms", "median", "ms", Hint::time, "The median of the runs"};
using column::median_high_ms;
using column::median_low_ms;
inline constexpr Column p95_ms{"p95_ms", "p95", "ms", Hint::time, "95 % of the runs took at most this time"};
inline constexpr Column added_ms{"added_ms", "added", "ms", Hint::time, "The part of the time outside the work itself"};
}  // namespace noise_times

}  // namespace heteroscope::column
