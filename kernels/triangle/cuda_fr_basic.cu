#include "kernels/triangle/mapped.cuh"
#include "kernels/triangle/mapping/fr_basic.hpp"

namespace heteroscope::triangle {

extern const Variant cuda_fr_basic;
const Variant cuda_fr_basic =
    mapped_variant<FrBasic>("Flat recursive: as cuda_fr, but a block finds its level with a logarithm in fp32.");

}  // namespace heteroscope::triangle
