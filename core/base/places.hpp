#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace heteroscope {

/// "1", "2 =", "2 =", "4": the places of so many things, the first of them the best. Those that cannot be told from the
/// first with their place share it.
std::vector<std::string> places(std::size_t count, const std::function<bool(std::size_t, std::size_t)>& tied);

}  // namespace heteroscope
