#include "kernels/triangle/mapped.cuh"
#include "kernels/triangle/mapping/fr.hpp"

namespace heteroscope::triangle {

extern const Variant cuda_fr;
const Variant cuda_fr = mapped_variant<Fr>(
    "Flat recursive: the squares of all levels in one grid; a block finds its level by counting "
    "leading zeros.");

}  // namespace heteroscope::triangle
