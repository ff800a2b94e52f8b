#pragma once

#include "app/results/row_columns.hpp"

/// The columns of what all rows of a result have in common. A declaration is named by its id, with '_' for '/'.
namespace heteroscope::column {

inline constexpr Column title{"title", "suite", "Or workload"};
inline constexpr Column workload{"workload", "workload", "Whose variants were measured"};
inline constexpr Column suite{"suite", "suite", "Of which the rows are"};
inline constexpr Column chosen{"chosen", "chosen", "Parameters besides those that the scenes set"};
inline constexpr Column source{"source", "source", "The picture that was read"};
inline constexpr Column effort_repeat{"effort/repeat", "repeat",
                                      "Runs that each row was to have; none: as many as its median needed"};
inline constexpr Column effort_within{"effort/within", "within", "", Hint::share,
                                      "How far a median's interval was to reach at most"};
inline constexpr Column effort_budget_ms{"effort/budget_ms", "budget", "ms", Hint::time,
                                         "After which a row was to have no more runs"};
inline constexpr Column effort_all_ms{
    "effort/all_ms", "budget of all", "ms", Hint::time,
    "That the rows of all suites shared, with what was done around them; none: each had its own"};
inline constexpr Column effort_warmup{"effort/warmup", "warmup", "Runs before them that are not counted"};
inline constexpr Column effort_cold{"effort/cold", "cold", "Whether rows were measured with cold caches, too"};
inline constexpr Column cases{"cases", "cases",
                              "That were to be measured: where it was stopped, more than rows and what was skipped"};
inline constexpr Column uncounted{"uncounted", "not counted", "Why the GPU's counters could not be read"};
inline constexpr Column baseline{"baseline", "baseline", "The variant that others are compared with"};

/// The facts of the machine stand together as "machine/…".
inline constexpr std::string_view machine_facts = "machine";
namespace machine {
inline constexpr Column version{"version", "heteroscope", "Its version"};
inline constexpr Column commit{"commit", "commit", "Of the sources that it was built from"};
inline constexpr Column date_utc{"date_utc", "date", "When it was measured, UTC"};
inline constexpr Column cpu{"cpu", "CPU", "As it calls itself"};
inline constexpr Column cpu_threads{"cpu_threads", "CPU threads", "That run at once"};
inline constexpr Column cpu_mhz{"cpu_mhz", "CPU clock", "MHz", Hint::plain,
                                "The highest that the system allows it; where it does not say that, the present one"};
inline constexpr Column cpu_vector_target{"cpu_vector_target", "vectors", "The widest that the program uses here"};
inline constexpr Column gpu{"gpu", "GPU", "As it calls itself"};
inline constexpr Column gpu_unavailable_reason{"gpu_unavailable_reason", "no GPU", "Why there is none"};
inline constexpr Column gpu_mhz{"gpu_mhz", "GPU clock", "MHz", Hint::plain, "The highest of its multiprocessors"};
inline constexpr Column gpu_memory_mhz{"gpu_memory_mhz", "GPU memory clock", "MHz", Hint::plain, "The highest"};
inline constexpr Column gpu_fp32_per_fp64{"gpu_fp32_per_fp64", "fp32 per fp64",
                                          "Operations in fp32 that take the time of one in fp64, as the driver says"};
inline constexpr Column gpu_fma_fp32_peak_per_s{"gpu_fma_fp32_peak_per_s", "fma fp32, in theory", "fma/s", Hint::rate,
                                                "Multiprocessors × lanes × the highest clock"};
inline constexpr Column gpu_fma_fp64_peak_per_s{"gpu_fma_fp64_peak_per_s", "fma fp64, in theory", "fma/s", Hint::rate,
                                                "That over the ratio of the two"};
inline constexpr Column gpu_bus_bytes_per_s{"gpu_bus_bytes_per_s", "bus, in theory", "B/s", Hint::rate,
                                            "Its width × twice the highest memory clock"};
inline constexpr Column gpu_driver{"gpu_driver", "driver", "Of the GPU"};
inline constexpr Column cuda_driver{"cuda_driver", "driver for CUDA", "The newest that the driver knows"};
inline constexpr Column cuda_runtime{"cuda_runtime", "CUDA runtime", "That the program was made with"};
inline constexpr Column compiler{"compiler", "compiler", "Of the CPU's code"};
inline constexpr Column flags{"flags", "flags", "With which that was compiled"};
}  // namespace machine

/// The CPU's peak in theory follows from these.
inline constexpr Column theory_clock_hz{"theory/clock_hz", "clock", "Hz", Hint::rate,
                                        "Of a core that is busy, by a chain of additions"};
inline constexpr Column theory_fp64_lanes{"theory/fp64_lanes", "lanes", "fp64 numbers in a vector"};
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
inline constexpr Column threads{"threads", "threads", "Of the CPU"};
inline constexpr Column fma_fp32_per_s{"fma_fp32_per_s", "fma fp32", "fma/s", Hint::rate, "Multiply-adds"};
inline constexpr Column fma_fp64_per_s{"fma_fp64_per_s", "fma fp64", "fma/s", Hint::rate, "Multiply-adds"};
inline constexpr Column fma_fp32_per_s_one_thread{"fma_fp32_per_s_one_thread", "fma fp32, one thread", "fma/s",
                                                  Hint::rate, "Multiply-adds"};
inline constexpr Column fma_fp64_per_s_one_thread{"fma_fp64_per_s_one_thread", "fma fp64, one thread", "fma/s",
                                                  Hint::rate, "Multiply-adds"};
inline constexpr Column copy_bytes_per_s_one_thread{"copy_bytes_per_s_one_thread", "copy, one thread", "B/s",
                                                    Hint::rate, "Read and written"};
inline constexpr Column fill_bytes_per_s_one_thread{"fill_bytes_per_s_one_thread", "fill, one thread", "B/s",
                                                    Hint::rate, "Written"};
inline constexpr Column fp32_per_s{"fp32_per_s", "fma fp32", "fma/s", Hint::rate, "Multiply-adds"};
inline constexpr Column fp64_per_s{"fp64_per_s", "fma fp64", "fma/s", Hint::rate, "Multiply-adds"};
inline constexpr Column cpu{"cpu", "CPU", "None of its rows were measured"};
inline constexpr Column gpu{"gpu", "GPU", "None of its rows were measured"};
}  // namespace ceilings

/// The links between processors are a list with these columns.
inline constexpr std::string_view link_ceilings = "ceilings/links";
namespace link {
inline constexpr Column from{"from", "from", "The processor whose rows go over it"};
inline constexpr Column to{"to", "to", "The GPU that brings them together"};
inline constexpr Column bytes_per_s{"bytes_per_s", "rate", "B/s", Hint::rate, "Of a large copy"};
inline constexpr Column latency_s{"latency_s", "latency", "s", Hint::plain, "Of the smallest copy"};
}  // namespace link

/// What arrives in a GPU over several links at once is a list with these columns.
inline constexpr std::string_view arrival_ceilings = "ceilings/arrivals";
namespace arrival {
inline constexpr Column from{"from", "from", "The processors that send at the same time"};
inline constexpr Column to{"to", "to", "The GPU that brings their rows together"};
inline constexpr Column bytes_per_s{"bytes_per_s", "rate", "B/s", Hint::rate, "Of large copies, all together"};
}  // namespace arrival

/// The noise of each number of threads, and of the GPU, is a list with these columns.
inline constexpr std::string_view noises = "noise";
namespace noise {
inline constexpr Column threads{"threads", "threads", "Of the CPU; none: the GPU"};
inline constexpr Column share{"share", "noise", "", Hint::share, "By which share medians of the same can differ"};
inline constexpr Column floor_ms{"floor_ms", "noise of nothing", "ms", Hint::time,
                                 "And by how much, however short they are"};
inline constexpr Column drift{"drift", "drift", "", Hint::share,
                              "By how much longer the loop took after the rows than before them"};
inline constexpr Column added_ms{"added_ms", "harness adds", "ms", Hint::time,
                                 "What a row's time has beyond its work's; on the GPU an empty kernel with its launch"};
inline constexpr Column added_share{"added_share", "of the loop", "", Hint::share,
                                    "What is added to the loop's own time"};
}  // namespace noise
/// The runs by which a noise was measured, "loop/0", "nothing/0" and so on, have these columns.
namespace noise_times {
inline constexpr Column median_ms{"median_ms", "median", "ms", Hint::time, "Of the runs"};
inline constexpr Column median_low_ms{"median_low_ms", "median from", "ms", Hint::time,
                                      "The median's 95 % interval, of order statistics"};
inline constexpr Column median_high_ms{"median_high_ms", "median to", "ms", Hint::time, "Its upper end"};
inline constexpr Column p95_ms{"p95_ms", "p95", "ms", Hint::time, "What 95 % of the runs do not exceed"};
inline constexpr Column added_ms{"added_ms", "added", "ms", Hint::time,
                                 "Of that beyond what the work takes from its first line to its last"};
}  // namespace noise_times

}  // namespace heteroscope::column
