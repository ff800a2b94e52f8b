#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/production/queue/order.hpp"

namespace heteroscope {

inline constexpr std::string_view ordered_poster = "poster";

/// Throws BadInput, naming `name`.
std::shared_ptr<const Order> ordered_poster_from_json(const std::string& text, const std::string& name);

}  // namespace heteroscope
