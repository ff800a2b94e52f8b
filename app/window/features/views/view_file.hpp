#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/window/model/views/own_views.hpp"

namespace heteroscope {

/// The key by which a file of views is recognized.
inline constexpr std::string_view view_file_key = "heteroscope_views";
inline constexpr std::size_t largest_view_file = std::size_t{1} << 26;

/// Returns the list as JSON for files.
nlohmann::json views_to_json(const OwnViews::List& views);
/// Returns the views of a list in the window's state, without entries that have no name or no settings.
OwnViews::List views_in(const nlohmann::json& list);

/// Returns the text of a file for other people: {"heteroscope_views": 1, "views": [{"name": …, "workload": …,
/// "settings": {…}}]}.
std::string view_file(const OwnViews::List& views);
/// Returns the views of such a text. Throws BadInput, naming `name` and the view, for any other text, or if a view's
/// settings are not accepted.
OwnViews::List views_of_file(const std::string& text, const std::string& name, Catalog catalog);

}  // namespace heteroscope
