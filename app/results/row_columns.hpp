#pragma once

#include "app/results/datum.hpp"

/// The columns of a row of `bench`. A declaration is named by its id, with '_' for '/'.
namespace heteroscope::column {

inline constexpr Column scene{"scene", "scene", "The preset or the group of rows"};
inline constexpr Column width{"width", "width", "Columns of what the work is counted over"};
inline constexpr Column height{"height", "height", "Its rows"};
inline constexpr Column precision{"precision", "precision", "Of the values"};
inline constexpr Column processor{"processor", "processor", "What computes"};
inline constexpr Column variant{"variant", "variant", "How it computes"};
inline constexpr Column stage{"stage", "stage", "Which of the workload's stages the time is of, from 0"};
inline constexpr Column reference{"reference", "reference", "Whether others are compared with it"};
inline constexpr Column threads{"threads", "threads", "CPU threads; none where the GPU works alone"};
inline constexpr Column block_x{"block/x", "block x", "Threads side by side in a block"};
inline constexpr Column block_y{"block/y", "block y", "Threads above each other in a block"};
inline constexpr Column mapping{"mapping", "mapping", "How threads lie over the result"};
inline constexpr Column memory{"memory", "memory", "Where the result is"};
inline constexpr Column split{"split", "split", "How processors share a frame"};
inline constexpr Column fast_math{"witness", "witness",
                                  "Whether it is no variant, but the same with instructions that only the card has"};
inline constexpr Column drawn{"drawn", "drawn", "Whether the result only shows an iteration's state"};
inline constexpr Column advice{"advice", "advice", "What the workload says of these settings"};
inline constexpr Column axis{"axis", "axis", "What the suite's scenes go over"};
inline constexpr Column repeats{"repeats", "repeats", "Runs that were measured"};
inline constexpr Column median_ms{"median_ms", "median", "ms", Hint::time,
                                  "Of the runs: a GPU's time by its own events, the CPU's by the steady clock"};
inline constexpr Column median_low_ms{"median_low_ms", "median from", "ms", Hint::time,
                                      "The median's 95 % interval, of order statistics"};
inline constexpr Column median_high_ms{"median_high_ms", "median to", "ms", Hint::time, "Its upper end"};
inline constexpr Column reach{"reach", "±", "", Hint::share,
                              "How far that interval reaches from the median, over the median"};
inline constexpr Column min_ms{"min_ms", "min", "ms", Hint::time, "The shortest run"};
inline constexpr Column max_ms{"max_ms", "max", "ms", Hint::time, "The longest run"};
inline constexpr Column mean_ms{"mean_ms", "mean", "ms", Hint::time, "Of the runs"};
inline constexpr Column mean_square_error_ms2{"mean_square_error_ms2", "mean square error", "ms²", Hint::plain,
                                              "Of the runs about their mean"};
inline constexpr Column spread{"spread", "spread", "", Hint::share,
                               "From the shortest to the longest run, over the median"};
inline constexpr Column noise_ms{"noise_ms", "noise", "ms", Hint::time,
                                 "By how much medians of the same can differ here: less is no difference"};
inline constexpr Column first_ms{
    "first_ms", "first", "ms", Hint::time,
    "The first run, with everything cold, which is not among the others; none where it is the only one"};
inline constexpr Column cold_ms{"cold_ms", "cold", "ms", Hint::time,
                                "Median of runs right before which the caches were filled with other things"};
inline constexpr Column whole_ms{"whole_ms", "whole call", "ms", Hint::time,
                                 "Median of calls whose memory is asked for anew and given back, with a GPU's result "
                                 "copied into an array of the host's own, by the steady clock"};
inline constexpr Column whole_calls{"whole_calls", "whole calls", "That were measured"};
inline constexpr Column whole_low_ms{"whole_low_ms", "whole call from", "ms", Hint::time,
                                     "The 95 % interval of that median, of order statistics"};
inline constexpr Column whole_high_ms{"whole_high_ms", "whole call to", "ms", Hint::time, "Its upper end"};
inline constexpr Column steps{"steps", "steps", "Of an iteration in each run"};
inline constexpr Column settled{"settled", "settled", "Whether the iteration had settled at a run's end"};
inline constexpr Column step_ms{"step_ms", "a step", "ms", Hint::time, "The median over the steps"};
inline constexpr Column operations{"operations", "operations", "That a run counts, of the plain loop"};
inline constexpr Column operation_unit{"operation_unit", "unit", "Of the operations"};
inline constexpr Column operations_per_s{"operations_per_s", "rate", "operations/s", Hint::rate,
                                         "Operations over the median"};
inline constexpr Column fma_per_operation{"fma_per_operation", "multiply-adds",
                                          "Instructions that an operation needs at least"};
inline constexpr Column fma_ceiling_share{"fma_ceiling_share", "of fma ceiling", "", Hint::share,
                                          "Those a second, over the most that were measured here"};
inline constexpr Column only_writes{"only_writes", "only writes",
                                    "Whether the bytes that must move are those of the result alone"};
inline constexpr Column bytes_per_s{"bytes_per_s", "moved", "B/s", Hint::rate,
                                    "Bytes that must move at least, over the median"};
inline constexpr Column copy_ceiling_share{"copy_ceiling_share", "of copy", "", Hint::share,
                                           "Of a copy within a set of as many bytes"};
inline constexpr Column fill_ceiling_share{"fill_ceiling_share", "of fill", "", Hint::share,
                                           "Of a fill of a set of as many bytes"};
inline constexpr Column speedup{"speedup", "speed-up", "×", Hint::factor,
                                "Against the reference in the same scene, precision and stage"};
inline constexpr Column baseline_speedup{"baseline_speedup", "over baseline", "×", Hint::factor,
                                         "Against the suite's baseline"};
inline constexpr Column compared_values{"compared_values", "values", "That were held against the reference's"};
inline constexpr Column differing_values{"differing_values", "differing", "Values that are not the reference's"};
inline constexpr Column largest_difference{"largest_difference", "largest difference",
                                           "Of a value from the reference's"};
inline constexpr Column predicted_ms{"predicted_ms", "predicted", "ms", Hint::time,
                                     "What its multiply-adds take at the measured ceiling"};
inline constexpr Column worst_case_ms{"worst_case_ms", "worst case", "ms", Hint::time,
                                      "The same, did every value take the most operations"};
inline constexpr Column zero_values_percent{"zero_values_percent", "zeros", "%", Hint::plain,
                                            "Of the values that a run leaves behind"};
inline constexpr Column subnormal_values_percent{"subnormal_values_percent", "subnormal numbers", "%", Hint::plain,
                                                 "Of the values that a run leaves behind"};
inline constexpr Column subnormal_slowdown{"subnormal_slowdown", "slowdown by them", "×", Hint::factor,
                                           "What the CPU's multiply-adds of subnormal numbers take of those of others"};
inline constexpr Column cover_launches{"cover/launches", "launches", "Of the mapping"};
inline constexpr Column cover_blocks{"cover/blocks", "blocks", "That are launched"};
inline constexpr Column cover_useful_blocks{"cover/useful_blocks", "useful blocks", "That compute a value"};
inline constexpr Column cover_threads{"cover/threads", "threads launched", "In all blocks"};
inline constexpr Column cover_useful_threads{"cover/useful_threads", "useful threads", "That compute a value"};
inline constexpr Column cover_wasted_threads_percent{"cover/wasted_threads_percent", "wasted threads", "%", Hint::plain,
                                                     "That compute none"};
inline constexpr Column shared_by_frame_ms{"shared_by/frame_ms", "frame", "ms", Hint::time,
                                           "With bringing the rows together"};
inline constexpr Column shared_by_arrival_ms{"shared_by/arrival_ms", "arrival", "ms", Hint::time,
                                             "That the others' parts take into the first GPU, over all links at once"};
inline constexpr Column shared_by_ideal_ms{"shared_by/ideal_ms", "ideal", "ms", Hint::time,
                                           "What the processors reach together with the best shares"};
inline constexpr Column shared_by_of_ideal{"shared_by/of_ideal", "of ideal", "", Hint::share,
                                           "The ideal over the frame"};
inline constexpr Column shared_by_resting{"shared_by/resting", "resting", "Which processors rest, and why"};
inline constexpr Column thread_speedup{"thread_speedup", "over one thread", "×", Hint::factor,
                                       "The same variant and problem on one thread"};
inline constexpr Column thread_efficiency{"thread_efficiency", "efficiency", "", Hint::share,
                                          "That speed-up over the threads"};
inline constexpr Column speedup_kind{"speedup_kind", "kind of speed-up",
                                     "By intervals and noise: sublinear, linear or superlinear"};
inline constexpr Column karp_flatt{"karp_flatt", "Karp-Flatt",
                                   "The share of one thread's time that would have to be serial for that speed-up"};
inline constexpr Column amdahl{"amdahl", "Amdahl",
                               "The serial share of one thread's time that fits all counts of threads best"};
inline constexpr Column scaled_by{"scaled_by", "scaled by", "How many times one thread's problem it is"};
inline constexpr Column weak_efficiency{
    "weak_efficiency", "weak efficiency", "", Hint::share,
    "The time of one thread's problem on one thread over the time of as many times that on as many threads"};
inline constexpr Column gustafson{"gustafson", "Gustafson",
                                  "The share of these threads' time that would have to be serial for that speed-up"};
inline constexpr Column gustafson_fit{"gustafson_fit", "Gustafson, all",
                                      "The same, as it fits all counts of threads best"};
inline constexpr Column others_cpu_share{
    "others/cpu_share", "others", "", Hint::share,
    "What other programs took of the processors that this one may use, while the row and those in turns with it were "
    "measured; none where the system does not say"};
inline constexpr Column others_gpu_share{
    "others/gpu_share", "others, of the GPU", "", Hint::share,
    "What other programs took of the GPU meanwhile; none where its driver does not tell programs apart"};
inline constexpr Column others_marked{
    "others/marked", "marked",
    "Whether that is so much that no law is fitted to the row and nothing is concluded from it"};
inline constexpr Column as_printed{"as_printed", "as printed", "Whether its figures are published ones"};

/// A ceiling is what a processor's memory and arithmetic reach: a row is held against the CPU's and the GPU's, and a
/// result's ceilings have these columns for each set of bytes.
inline constexpr std::string_view cpu_ceiling = "cpu_ceiling";
inline constexpr std::string_view gpu_ceiling = "gpu_ceiling";
namespace ceiling {
inline constexpr Column threads{"threads", "threads", "That the ceiling was measured with"};
inline constexpr Column set_bytes{"set_bytes", "set", "B", Hint::bytes, "In which it was measured"};
inline constexpr Column copy_bytes_per_s{"copy_bytes_per_s", "copy", "B/s", Hint::rate, "Read and written"};
inline constexpr Column fill_bytes_per_s{"fill_bytes_per_s", "fill", "B/s", Hint::rate, "Written"};
inline constexpr Column fma_per_s{"fma_per_s", "multiply-adds", "fma/s", Hint::rate,
                                  "In the row's precision, or in fp32"};
}  // namespace ceiling

/// A row that several processors share has a list of them, with these columns.
inline constexpr std::string_view shared_by_participants = "shared_by/lanes";
namespace participant {
inline constexpr Column participant{"lane", "lane", "A processor that works on a part of the frame"};
inline constexpr Column share{"share", "share", "", Hint::share, "Of the values"};
inline constexpr Column ms{"ms", "computes", "ms", Hint::time, "That it computed, median"};
inline constexpr Column idle{"idle", "idle", "", Hint::share, "Of the longest processor's time, that it waits"};
inline constexpr Column alone_ms{"alone_ms", "alone", "ms", Hint::time, "That it takes for the whole frame by itself"};
inline constexpr Column link_ms{"link_ms", "link", "ms", Hint::time, "That its part takes over its link"};
}  // namespace participant

/// A row has the clock of each processor that computed it, with these columns.
inline constexpr std::string_view cpu_clock = "cpu_clock";
inline constexpr std::string_view gpu_clock = "gpu_clock";
namespace clock {
inline constexpr Column least_mhz{"least_mhz", "clock from", "MHz", Hint::plain,
                                  "The lowest that was seen between the runs"};
inline constexpr Column most_mhz{"most_mhz", "clock to", "MHz", Hint::plain, "The highest"};
inline constexpr Column celsius{"celsius", "heat", "°C", Hint::plain, "The hottest that it was"};
inline constexpr Column slowed_by{"slowed_by", "slowed by", "Why it was slower than it could be"};
}  // namespace clock

}  // namespace heteroscope::column
