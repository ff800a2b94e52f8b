#pragma once

#include "app/results/datum.hpp"

/// The columns of a row of `bench`. A declaration is named by its id, with '_' for '/'.
namespace heteroscope::column {

inline constexpr Column scene{"scene", "scene", "The scene, or the group of rows"};
inline constexpr Column width{"width", "width", "The number of columns of the result"};
inline constexpr Column height{"height", "height", "The number of rows of the result"};
inline constexpr Column precision{"precision", "precision", "The precision of the values"};
inline constexpr Column processor{"processor", "processor", "Who computes: cpu, gpu or split"};
inline constexpr Column variant{"variant", "variant", "The variant that computes"};
inline constexpr Column stage{"stage", "stage", "The stage of the workload that is timed, from 0"};
inline constexpr Column reference{"reference", "reference", "Whether other rows are compared with this one"};
inline constexpr Column threads{"threads", "threads", "The number of CPU threads; empty if only the GPU computes"};
inline constexpr Column block_x{"block/x", "block x", "The width of a block, in threads"};
inline constexpr Column block_y{"block/y", "block y", "The height of a block, in threads"};
inline constexpr Column mapping{"mapping", "mapping", "How threads are laid over the result"};
inline constexpr Column memory{"memory", "memory", "The memory that holds the result"};
inline constexpr Column split{"split", "split", "How processors share a frame"};
inline constexpr Column fast_math{"witness", "witness",
                                  "Whether the row is not a variant: its result depends on the card"};
inline constexpr Column drawn{"drawn", "drawn", "Whether the row draws the state of an iteration"};
inline constexpr Column advice{"advice", "advice", "What the workload says about these settings"};
inline constexpr Column axis{"axis", "axis", "The value along which the suite's scenes are ordered"};
inline constexpr Column repeats{"repeats", "repeats", "The number of measured runs"};
inline constexpr Column median_ms{
    "median_ms", "median", "ms", Hint::time,
    "The median of the runs: on the GPU by its own events, on the CPU by the steady clock"};
inline constexpr Column median_low_ms{"median_low_ms", "median from", "ms", Hint::time,
                                      "The lower end of the median's 95 % interval (order statistics)"};
inline constexpr Column median_high_ms{"median_high_ms", "median to", "ms", Hint::time,
                                       "The upper end of the median's 95 % interval"};
inline constexpr Column reach{
    "reach", "±", "", Hint::share,
    "The distance from the median to the farther end of its 95 % interval, as a share of the median"};
inline constexpr Column min_ms{"min_ms", "min", "ms", Hint::time, "The shortest run"};
inline constexpr Column max_ms{"max_ms", "max", "ms", Hint::time, "The longest run"};
inline constexpr Column mean_ms{"mean_ms", "mean", "ms", Hint::time, "The mean of the runs"};
inline constexpr Column mean_square_error_ms2{"mean_square_error_ms2", "variance", "ms²", Hint::plain,
                                              "The variance of the runs"};
inline constexpr Column spread{"spread", "spread", "", Hint::share, "(longest run − shortest run) / median"};
inline constexpr Column noise_ms{"noise_ms", "noise", "ms", Hint::time, "Differences of medians below this are noise"};
inline constexpr Column first_ms{
    "first_ms", "first", "ms", Hint::time,
    "The first run, with everything cold; it is not among the others. Empty if there is no other run"};
inline constexpr Column cold_ms{"cold_ms", "cold", "ms", Hint::time,
                                "The median of runs before each of which the caches were filled with other data"};
inline constexpr Column whole_ms{"whole_ms", "whole call", "ms", Hint::time,
                                 "The median of whole calls: allocating and freeing memory, and copying a GPU's result "
                                 "to the host, by the steady clock"};
inline constexpr Column whole_calls{"whole_calls", "whole calls", "The number of measured whole calls"};
inline constexpr Column whole_low_ms{"whole_low_ms", "whole call from", "ms", Hint::time,
                                     "The lower end of the 95 % interval of whole calls (order statistics)"};
inline constexpr Column whole_high_ms{"whole_high_ms", "whole call to", "ms", Hint::time,
                                      "The upper end of the 95 % interval of whole calls"};
inline constexpr Column steps{"steps", "steps", "The steps of the iteration in each run"};
inline constexpr Column settled{"settled", "settled", "Whether the iteration had settled at the end of a run"};
inline constexpr Column step_ms{"step_ms", "time per step", "ms", Hint::time, "The median / the number of steps"};
inline constexpr Column operations{"operations", "operations", "The operations of the plain loop in one run"};
inline constexpr Column operation_unit{"operation_unit", "unit", "The unit of the operations"};
inline constexpr Column operations_per_s{"operations_per_s", "rate", "operations/s", Hint::rate, "operations / median"};
inline constexpr Column fma_per_operation{"fma_per_operation", "multiply-adds",
                                          "The multiply-adds that an operation needs at least"};
inline constexpr Column fma_beside_bytes{"fma_beside_bytes", "multiply-adds beside bytes",
                                         "The multiply-adds that an operation needs at least, where its rate is "
                                         "compared with memory's alone"};
inline constexpr Column fma_ceiling_share{"fma_ceiling_share", "of fma ceiling", "", Hint::share,
                                          "Multiply-adds per second / the most that were measured here"};
inline constexpr Column only_writes{"only_writes", "only writes",
                                    "Whether only the result is moved between processor and memory"};
inline constexpr Column bytes_per_s{"bytes_per_s", "moved", "B/s", Hint::rate,
                                    "The bytes that must at least pass between processor and memory / median"};
inline constexpr Column copy_ceiling_share{"copy_ceiling_share", "of copy", "", Hint::share,
                                           "Moved bytes per second / those of a copy of as many bytes"};
inline constexpr Column fill_ceiling_share{"fill_ceiling_share", "of fill", "", Hint::share,
                                           "Written bytes per second / those of a fill of as many bytes"};
inline constexpr Column speedup{"speedup", "speed-up", "×", Hint::factor,
                                "The time of the reference in the same scene, precision and stage / this time"};
inline constexpr Column baseline_speedup{"baseline_speedup", "over baseline", "×", Hint::factor,
                                         "The time of the suite's baseline / this time"};
inline constexpr Column compared_values{"compared_values", "values",
                                        "The number of values that were compared with the reference"};
inline constexpr Column differing_values{"differing_values", "differing",
                                         "The number of values that differ from the reference"};
inline constexpr Column largest_difference{"largest_difference", "largest difference",
                                           "The largest difference of a value from the reference"};
inline constexpr Column predicted_ms{"predicted_ms", "predicted", "ms", Hint::time,
                                     "The counted operations / the measured multiply-adds per second"};
inline constexpr Column worst_case_ms{"worst_case_ms", "worst case", "ms", Hint::time,
                                      "The predicted time if every value took the most operations"};
inline constexpr Column zero_values_percent{"zero_values_percent", "zeros", "%", Hint::plain,
                                            "The values that are 0 at the end of a run"};
inline constexpr Column subnormal_values_percent{"subnormal_values_percent", "subnormal numbers", "%", Hint::plain,
                                                 "The values that are subnormal numbers at the end of a run"};
inline constexpr Column subnormal_slowdown{
    "subnormal_slowdown", "slowdown by them", "×", Hint::factor,
    "How many times as long this CPU's multiply-adds take with subnormal numbers"};
inline constexpr Column mapping_launches{"cover/launches", "launches", "The kernels that are launched"};
inline constexpr Column mapping_blocks{"cover/blocks", "blocks", "The blocks that are launched"};
inline constexpr Column mapping_useful_blocks{"cover/useful_blocks", "useful blocks",
                                              "The blocks that compute at least one value"};
inline constexpr Column mapping_threads{"cover/threads", "threads launched", "The threads of all blocks"};
inline constexpr Column mapping_useful_threads{"cover/useful_threads", "useful threads",
                                               "The threads that compute a value"};
inline constexpr Column mapping_wasted_threads_percent{"cover/wasted_threads_percent", "wasted threads", "%",
                                                       Hint::plain, "The threads that compute no value"};
inline constexpr Column shared_by_frame_ms{"shared_by/frame_ms", "frame", "ms", Hint::time,
                                           "The slowest processor's time, plus collecting the rows"};
inline constexpr Column shared_by_arrival_ms{
    "shared_by/arrival_ms", "arrival", "ms", Hint::time,
    "The time in which all rows arrive in the first GPU, over all links at once"};
inline constexpr Column shared_by_ideal_ms{"shared_by/ideal_ms", "ideal", "ms", Hint::time,
                                           "The shortest frame that any shares could give"};
inline constexpr Column shared_by_of_ideal{"shared_by/of_ideal", "of ideal", "", Hint::share, "ideal / frame"};
inline constexpr Column shared_by_resting{"shared_by/resting", "resting", "Which processors are left out, and why"};
inline constexpr Column thread_speedup{"thread_speedup", "over one thread", "×", Hint::factor,
                                       "The time of the same variant and problem on one thread / this time"};
inline constexpr Column thread_efficiency{"thread_efficiency", "efficiency", "", Hint::share,
                                          "The speed-up over one thread / the number of threads"};
inline constexpr Column speedup_kind{"speedup_kind", "kind of speed-up",
                                     "By intervals and noise: sublinear, linear or superlinear"};
inline constexpr Column karp_flatt{"karp_flatt", "Karp-Flatt", "The serial fraction that explains this speed-up"};
inline constexpr Column amdahl{"amdahl", "Amdahl",
                               "The serial fraction that fits the times at all numbers of threads best"};
inline constexpr Column scaled_by{"scaled_by", "scaled by",
                                  "The size of the problem, as a multiple of one thread's problem"};
inline constexpr Column weak_efficiency{
    "weak_efficiency", "weak efficiency", "", Hint::share,
    "One thread's time for its problem / p threads' time for a problem p times as large"};
inline constexpr Column gustafson{"gustafson", "Gustafson", "The serial fraction that explains this scaled speed-up"};
inline constexpr Column gustafson_fit{
    "gustafson_fit", "Gustafson, all",
    "The serial fraction that fits the scaled speed-ups at all numbers of threads best"};
inline constexpr Column others_cpu_share{"others/cpu_share", "others", "", Hint::share,
                                         "How much of the processors other programs used while the row and those in "
                                         "turns with it were measured; empty if the system does not say"};
inline constexpr Column others_gpu_share{
    "others/gpu_share", "others, of the GPU", "", Hint::share,
    "How much of the GPU other programs used meanwhile; empty if the driver does not tell programs apart"};
inline constexpr Column others_marked{"others/marked", "marked",
                                      "Whether other programs used so much that the row is not used for conclusions"};
inline constexpr Column as_printed{"as_printed", "as printed", "Whether the figures are published ones"};

/// A ceiling is what a processor's memory and arithmetic reach: a row is held against the CPU's and the GPU's, and a
/// result's ceilings have these columns for each set of bytes.
inline constexpr std::string_view cpu_ceiling = "cpu_ceiling";
inline constexpr std::string_view gpu_ceiling = "gpu_ceiling";
namespace ceiling {
inline constexpr Column threads{"threads", "threads", "The number of threads that the ceiling was measured with"};
inline constexpr Column set_bytes{"set_bytes", "set", "B", Hint::bytes,
                                  "The bytes that were copied and filled again and again"};
inline constexpr Column copy_bytes_per_s{"copy_bytes_per_s", "copy", "B/s", Hint::rate,
                                         "Bytes read and written per second"};
inline constexpr Column fill_bytes_per_s{"fill_bytes_per_s", "fill", "B/s", Hint::rate, "Bytes written per second"};
inline constexpr Column fma_per_s{"fma_per_s", "multiply-adds", "fma/s", Hint::rate,
                                  "Multiply-adds per second in the row's precision, or in fp32"};
}  // namespace ceiling

/// A row that several processors share has a list of them, with these columns.
inline constexpr std::string_view shared_by_participants = "shared_by/lanes";
namespace participant {
inline constexpr Column participant{"lane", "lane", "A processor that computes part of the frame"};
inline constexpr Column share{"share", "share", "", Hint::share, "The processor's share of the values"};
inline constexpr Column ms{"ms", "computes", "ms", Hint::time, "The median time for which the processor computed"};
inline constexpr Column idle{"idle", "idle", "", Hint::share,
                             "How long the processor waits, as a share of the slowest processor's time"};
inline constexpr Column alone_ms{"alone_ms", "alone", "ms", Hint::time,
                                 "The processor's time for the whole frame by itself"};
inline constexpr Column sending_ms{"sending_ms", "sends", "ms", Hint::time,
                                   "The median time that copying the GPU's rows took beside computing"};
inline constexpr Column link_ms{"link_ms", "link", "ms", Hint::time,
                                "The time in which the processor's rows are copied"};
}  // namespace participant

/// A row has the clock of each processor that computed it, with these columns.
inline constexpr std::string_view cpu_clock = "cpu_clock";
inline constexpr std::string_view gpu_clock = "gpu_clock";
namespace clock {
inline constexpr Column least_mhz{"least_mhz", "clock from", "MHz", Hint::plain,
                                  "The lowest clock seen between the runs"};
inline constexpr Column most_mhz{"most_mhz", "clock to", "MHz", Hint::plain, "The highest clock seen between the runs"};
inline constexpr Column celsius{"celsius", "temperature", "°C", Hint::plain, "The highest temperature"};
inline constexpr Column slowed_by{"slowed_by", "slowed by", "Why the processor was slower than it could be"};
}  // namespace clock

}  // namespace heteroscope::column
