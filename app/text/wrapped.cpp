#include "app/text/wrapped.hpp"

#include <algorithm>

#include "core/base/message.hpp"

namespace heteroscope {

namespace {

constexpr std::size_t line_width = 100;

}  // namespace

std::string wrapped(const std::string& label, const std::string& words) {
  const std::string text = printable(words);
  std::string out = label;
  std::size_t column = label.size();
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::size_t length = end - start;
    if (column + length + 1 > line_width && column > label.size()) {
      out += '\n' + std::string(label.size(), ' ');
      column = label.size();
    } else if (start > 0) {
      out += ' ';
      ++column;
    }
    out += text.substr(start, length);
    column += length;
    start = end + 1;
  }
  return out + '\n';
}

}  // namespace heteroscope
