#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

/// Returns the error that a file of that name cannot be used: "a.png: this PNG is cut short".
template <class... Parts>
BadInput wrong_file(Wrong wrong, const std::string& name, fmt::format_string<Parts...> what, Parts&&... parts) {
  return {wrong, name, name + ": " + fmt::format(what, std::forward<Parts>(parts)...)};
}

/// Returns the error that an option cannot have what was typed: "--range '7' is not LOW:HIGH". `what` begins with what
/// comes behind the word, a space or a colon.
template <class... Parts>
BadInput wrong_option(Wrong wrong, std::string_view option, std::string_view typed, fmt::format_string<Parts...> what,
                      Parts&&... parts) {
  return {wrong, std::string(option),
          fmt::format("{} '{}'{}", option, excerpt(typed), fmt::format(what, std::forward<Parts>(parts)...))};
}

}  // namespace heteroscope
