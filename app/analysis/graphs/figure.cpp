#include "app/analysis/graphs/figure.hpp"

#include "app/analysis/reading.hpp"
#include "app/results/row_columns.hpp"

namespace heteroscope {

double heading(Drawing& out, const Result& result, std::string_view title, double width) {
  Names sizes;
  for (const ResultRow& row : result.rows) sizes.place(size_text(row));
  const std::string about = sizes.all().size() == 1 ? sizes.all().front() + "; " : "";
  return put_heading(out, std::string(title), about + machine_text(result), width);
}

double footnotes(Drawing& out, const Result& result, double y, double width) {
  Names notes;
  for (const ResultRow& row : result.rows) {
    if (has(row, column::advice)) notes.place(row.text(column::advice));
    if (row.at(column::settled).value == DatumValue(false)) notes.place("A hollow bar: the run did not settle.");
  }
  for (const Skipped& each : result.skipped) notes.place(skip_text(each));
  for (const std::string& each : notes.all()) y = put_paragraph(out, each, y, width);
  return y + figure_margin;
}

}  // namespace heteroscope
