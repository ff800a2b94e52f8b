#if defined(HETEROSCOPE_BINARIZE_SUMS_LOAD_WIDENED_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef HETEROSCOPE_BINARIZE_SUMS_LOAD_WIDENED_INL_HPP
#undef HETEROSCOPE_BINARIZE_SUMS_LOAD_WIDENED_INL_HPP
#else
#define HETEROSCOPE_BINARIZE_SUMS_LOAD_WIDENED_INL_HPP
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace heteroscope::binarize::HWY_NAMESPACE {

using Sums = hwy::HWY_NAMESPACE::ScalableTag<double>;

/// Loads as many values as a vector of doubles holds, as doubles.
template <class T>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<Sums> load_widened(const T* values) {
  namespace hn = hwy::HWY_NAMESPACE;
  const Sums d;
  if constexpr (sizeof(T) == sizeof(double)) {
    return hn::LoadU(d, values);
  } else {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<T, Sums>(), values));
  }
}

}  // namespace heteroscope::binarize::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
