#pragma once

namespace heteroscope::device {

/// Why a build without a CUDA toolkit has no GPU: what its stand-ins (*_none.cpp) say.
inline constexpr const char* no_cuda = "this program was built without CUDA";

}  // namespace heteroscope::device
