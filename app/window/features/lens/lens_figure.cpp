#include "app/window/features/lens/lens_figure.hpp"

#include "app/plot/svg.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/features/lens/memory_grid.hpp"

namespace heteroscope {

PlotFigure lens_figure(const LensView& view, const std::string& title) {
  const Lens& lens = view.lens;
  const PlotStyle& style = svg_style();
  constexpr double width = 560;
  const double room = width - 2 * figure_margin;
  PlotFigure out{.title = title, .width = width, .pictures = {}, .drawing = {}};
  double y = put_heading(out.drawing, out.title, hint_of(lens), width);
  for (const LensGroup& each : lens.groups) {
    const std::string words = words_from_byte(each);
    out.drawing.emplace_back(DrawnText{.at = {figure_margin, y}, .words = words, .color = style.text});
    out.drawing.emplace_back(DrawnText{
        .at = {figure_margin + room, y}, .words = group_figures(each), .color = style.dim, .anchor = Anchor::end});
    y += style.line;
    y += put_memory_grid(each.worst, {.at = {figure_margin, y}, .width = room, .tallest = 320}, figure_theme(),
                         out.drawing);
    y += 1.3 * style.line;
  }
  if (view.totals != nullptr)
    y = put_paragraph(out.drawing, average_text(*view.totals), y - style.line, width) + style.line;
  out.height = y + figure_margin / 2;
  return out;
}

}  // namespace heteroscope
