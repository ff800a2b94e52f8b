#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/commands/bench/asked.hpp"
#include "app/results/result.hpp"

namespace heteroscope {

/// A saved result, and which of its rows: all, or one that is counted from 1.
struct SavedRows {
  std::filesystem::path path;
  std::string part;  ///< the suite's of a collection; empty: all of the file
  std::optional<std::size_t> row;
};

/// "RUN.json:3", "RUN.json:cpu-schedules:3". Where there is a file whose name ends like this it is that file's.
SavedRows parse_saved_rows(const std::string& text);

/// The measurement from which the rows came. Throws BadInput if the result has no such row, or one that this program
/// cannot measure. `name` is the file's, for the message.
Asked asked_again(const Result& result, std::optional<std::size_t> row, const std::string& name);

}  // namespace heteroscope
