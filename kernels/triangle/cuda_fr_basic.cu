#include "kernels/triangle/mapped.cuh"
#include "kernels/triangle/mapping/fr_basic.hpp"

namespace heteroscope::triangle {

extern const Variant cuda_fr_basic;
const Variant cuda_fr_basic =
    mapped_variant<FrBasic>("Flat recursive with the logarithm in fp32 that finds the level.");

}  // namespace heteroscope::triangle
