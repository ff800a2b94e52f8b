#include "core/model/variant.hpp"
#include "kernels/laplace/reference.hpp"

namespace heteroscope::laplace {

extern const Variant sequential;
const Variant sequential{.processor = Processor::cpu,
                         .summary = "The plain loops of each method, node by node. The reference.",
                         .knobs = {.precisions = both_precisions},
                         .run = settle_plainly};

}  // namespace heteroscope::laplace
