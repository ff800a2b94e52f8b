#include "app/production/movie/numbered_name.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/io/extension.hpp"

namespace heteroscope {

bool NumberedName::looks_like(std::string_view text) {
  return std::filesystem::path(text).filename().string().find('%') != std::string::npos;
}

NumberedName::NumberedName(const std::filesystem::path& pattern) : folder_(pattern.parent_path()) {
  const std::string name = pattern.filename().string();
  const auto refuse = [&] {
    throw BadInput(fmt::format("--out '{}': the name of a frame needs one number, as in frame%05d.png", excerpt(name)));
  };
  const std::size_t start = name.find('%');
  const std::size_t end = name.find_first_not_of("0123456789", start == name.npos ? name.npos : start + 1);
  if (end == name.npos || name[end] != 'd' || name.find('%', end) != name.npos || extension_of(name) != ".png")
    refuse();
  const std::string width = name.substr(start + 1, end - start - 1);
  constexpr std::size_t longest = 3;
  constexpr int widest = 18;
  if (!width.empty()) {
    if (width.front() != '0' || width.size() > longest) refuse();
    width_ = std::stoi(width);
    if (width_ > widest) refuse();
  }
  before_ = name.substr(0, start);
  after_ = name.substr(end + 1);
}

std::filesystem::path NumberedName::of(std::int64_t number) const {
  return folder_ / fmt::format("{}{:0{}}{}", before_, number, width_, after_);
}

}  // namespace heteroscope
