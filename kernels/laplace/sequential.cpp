#include "core/model/variant.hpp"
#include "kernels/laplace/reference.hpp"

namespace heteroscope::laplace {

extern const Variant sequential;
const Variant sequential{.processor = Processor::cpu,
                         .summary = "The reference: the plain loops of each method, node by node.",
                         .knobs = {.precisions = both_precisions},
                         .run = settle_plainly};

}  // namespace heteroscope::laplace
