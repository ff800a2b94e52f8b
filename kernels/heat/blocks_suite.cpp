#include "core/model/suite.hpp"

namespace heteroscope::heat {

/// The suite `heat-blocks` repeats seed 003's figure 11 (global against shared memory by block shape) and its exercise
/// 3 (the same in fp64).
extern const Suite blocks_suite;
const Suite blocks_suite{.id = "heat-blocks",
                         .summary = "heat with global and with shared memory, in fp32 and fp64, by block shape.",
                         .workload = "heat",
                         .values = {{"n", 4096}},
                         .variants = {"cuda_global", "cuda_shared"},
                         .blocks = {{8, 8},
                                    {8, 16},
                                    {16, 8},
                                    {16, 16},
                                    {8, 32},
                                    {32, 8},
                                    {16, 32},
                                    {32, 16},
                                    {32, 32},
                                    {64, 4},
                                    {64, 8},
                                    {128, 2}}};

}  // namespace heteroscope::heat
