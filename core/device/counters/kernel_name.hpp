#pragma once

#include <string>

namespace heteroscope::device {

/// "void heteroscope::blur::(anonymous namespace)::strips<float, 24>(int*)" as "blur::strips<float, 24>": a kernel's
/// demangled name without its result, its parameters, this program's namespace and the marks of those without a name.
std::string short_kernel_name(std::string demangled);

/// The readable name of a kernel, given its mangled name "_ZN11heteroscope4blur…"; other names are returned unchanged.
std::string readable_kernel_name(std::string name);

}  // namespace heteroscope::device
