#include "kernels/triangle/mapped.cuh"
#include "kernels/triangle/mapping/rec.hpp"

namespace heteroscope::triangle {

extern const Variant cuda_rec;
const Variant cuda_rec =
    mapped_variant<Rec>("Recursive: one launch for the squares of each level, and one for the diagonal.");

}  // namespace heteroscope::triangle
