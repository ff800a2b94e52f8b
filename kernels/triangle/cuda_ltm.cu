#include "kernels/triangle/mapped.cuh"
#include "kernels/triangle/mapping/ltm.hpp"

namespace heteroscope::triangle {

extern const Variant cuda_ltm;
const Variant cuda_ltm = mapped_variant<Ltm>(
    "Lower triangular map: only blocks of the triangle, numbered; a square root gives the row of a "
    "block.");

}  // namespace heteroscope::triangle
