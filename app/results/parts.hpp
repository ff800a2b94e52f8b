#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/results/result.hpp"

namespace heteroscope {

/// A suite of a collection of which nothing could be measured, and why.
struct LeftOut {
  std::string title;
  std::string reason;
  std::size_t cases = 0;  ///< that it would have had; not in files
};

/// The content of a file: one result, or those of a collection's suites.
struct Results {
  std::string title;  ///< of the collection; empty: it is one result
  std::vector<Result> parts;
  std::vector<LeftOut> left_out;

  [[nodiscard]] bool several() const { return !title.empty(); }
};

/// The text as the schema in docs/bench.schema.json says: each result as a whole.
std::string results_json(const Results& results);
/// All rows, each with its suite.
std::string results_csv(const Results& results);

/// Throws BadInput if the text is none, or of another version. `name`: of the file, for the message.
Results results_from_json(const std::string& text, const std::string& name);
/// The results in a file.
Results load_results(const std::filesystem::path& path);

/// "run.json:cpu-schedules": what `bench --again` calls a part of a file; the file's own name of its only one.
std::string part_name(const std::string& file, const Results& results, const Result& part);
/// The result with that title. Throws BadInput with the titles that there are.
const Result& find_part(const Results& results, std::string_view title, const std::string& file);

}  // namespace heteroscope
