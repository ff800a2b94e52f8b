#include "kernels/triangle/mapped.cuh"
#include "kernels/triangle/mapping/rb.hpp"

namespace heteroscope::triangle {

extern const Variant cuda_rb;
const Variant cuda_rb =
    mapped_variant<Rb>("Rectangular box: the right half of the triangle is folded over to the left.");

}  // namespace heteroscope::triangle
