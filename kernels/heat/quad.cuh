#pragma once

namespace heteroscope::heat {

/// 4 neighboring columns, read or written 16 bytes at a time.
template <class T>
struct alignas(16) Quad {
  T of[4];
};

/// Reads what another block may just have written: from the L2 cache, past the multiprocessor's own.
__device__ inline Quad<float> fresh(const Quad<float>* from) {
  const float4 v = __ldcg(reinterpret_cast<const float4*>(from));
  return {{v.x, v.y, v.z, v.w}};
}
__device__ inline Quad<double> fresh(const Quad<double>* from) {
  const double2 v = __ldcg(reinterpret_cast<const double2*>(from));
  const double2 w = __ldcg(reinterpret_cast<const double2*>(from) + 1);
  return {{v.x, v.y, w.x, w.y}};
}

}  // namespace heteroscope::heat
