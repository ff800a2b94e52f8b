#include "kernels/triangle/mapped.cuh"
#include "kernels/triangle/mapping/ltm.hpp"

namespace heteroscope::triangle {

extern const Variant cuda_ltm;
const Variant cuda_ltm =
    mapped_variant<Ltm>("Lower triangular map: blocks are counted through; a square root finds the row of each.");

}  // namespace heteroscope::triangle
