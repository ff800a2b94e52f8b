#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/window/model/views/own_views.hpp"

namespace heteroscope {

/// The key by which a file of views says what it is.
inline constexpr std::string_view view_file_key = "heteroscope_views";
inline constexpr std::size_t largest_view_file = std::size_t{1} << 26;

/// The list as it stands in files.
nlohmann::json views_to_json(const OwnViews::List& views);
/// What of a list of the window's own state can be read: all but what has no name or no settings.
OwnViews::List views_in(const nlohmann::json& list);

/// A file for other people: {"heteroscope_views": 1, "views": [{"name": …, "workload": …, "settings": {…}}]}.
std::string view_file(const OwnViews::List& views);
/// Throws BadInput, naming `name` and the view, for a text that is none, or in which a view's settings are not what
/// this program takes.
OwnViews::List views_of_file(const std::string& text, const std::string& name, Catalog catalog);

}  // namespace heteroscope
