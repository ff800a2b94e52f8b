#include "kernels/triangle/mapped.cuh"
#include "kernels/triangle/mapping/bb.hpp"

namespace heteroscope::triangle {

extern const Variant cuda_bb;
const Variant cuda_bb =
    mapped_variant<Bb>("Bounding box: a square grid of blocks; the blocks above the diagonal end at once.");

}  // namespace heteroscope::triangle
