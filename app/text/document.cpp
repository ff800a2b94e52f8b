#include "app/text/document.hpp"

namespace heteroscope {

namespace {

struct MarkdownOf {
  std::string operator()(const Paragraph& paragraph) const { return paragraph.text + '\n'; }
  std::string operator()(const List& list) const {
    std::string out;
    for (const std::string& each : list.items) out += "- " + each + '\n';
    return out;
  }
  std::string operator()(const TextTable& table) const { return table.markdown(); }
};

}  // namespace

std::string markdown(const Document& document) {
  std::string out;
  for (const DocumentPart& each : document) {
    if (!out.empty()) out += '\n';
    out += std::visit(MarkdownOf{}, each);
  }
  return out;
}

}  // namespace heteroscope
