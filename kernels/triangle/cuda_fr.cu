#include "kernels/triangle/mapped.cuh"
#include "kernels/triangle/mapping/fr.hpp"

namespace heteroscope::triangle {

extern const Variant cuda_fr;
const Variant cuda_fr = mapped_variant<Fr>(
    "Flat recursive: the squares of all levels in one grid; counting leading zeros finds the level.");

}  // namespace heteroscope::triangle
