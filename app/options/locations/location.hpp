#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"
#include "core/numbers/decimal.hpp"

namespace heteroscope {

/// A place in the Mandelbrot set as another program has written it down.
struct Location {
  std::string_view program;                          ///< "Kalles Fraktaler"
  Decimal re, im;                                    ///< the middle of the picture
  Decimal height;                                    ///< of what is seen; the width follows from the picture's shape
  std::optional<Decimal> width;                      ///< where it must be seen whole as well
  double rotation = 0;                               ///< degrees, as View has it
  std::optional<Decimal> limit;                      ///< of iterations
  std::optional<std::pair<Decimal, Decimal>> julia;  ///< the parts of c, of a Julia set
  std::vector<std::string> left_out;                 ///< what else it says, which this program does not take over
};

/// Whether a file's name says that another program's location is in it: .kfr, .toml (as in .f3.toml), .xpf.
bool is_location_file(const std::filesystem::path& path);
/// Whether a text, one that was pasted, is such a location.
bool looks_like_foreign_location(std::string_view text);

/// The location in such a text. `name` is the file's, for messages. Throws BadInput, in one line, for a text that is
/// none, for one that is damaged, and for a fractal other than z² + c.
Location parse_location(std::string_view text, const std::string& name);

/// The settings at that location: of the workload mandelbrot, with all of its parameters as they are at first but those
/// that the location says and whether counts are fractional. The limit is held to what the workload can do, which
/// `left_out` then says. Throws BadInput that begins with `name` for numbers that no parameter takes.
Settings at_location(Settings now, Location& location, const std::string& name, Catalog catalog);

/// "from Kalles Fraktaler; not taken over: its colors, a stretched view".
std::string location_note(const Location& location);

/// The settings of a location's file, for a workload as it is at first, and what is to be said of it.
struct ReadLocation {
  Settings settings;
  std::string note;
};
ReadLocation load_location(const std::filesystem::path& path, const Settings& now, Catalog catalog);
/// Reads the location in a text that was pasted, likewise.
ReadLocation read_location(const std::string& text, const std::string& name, const Settings& now, Catalog catalog);

}  // namespace heteroscope
