#include "app/commands/bench/ranks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>

#include "app/commands/bench/kept_rows.hpp"
#include "core/io/json/json_exact.hpp"

namespace heteroscope {
namespace {

/// Where two ranks are in the list of rows; the same for both, or one would wait for nothing.
std::string difference(const std::string& own, const std::string& theirs) {
  return own == theirs ? "" : theirs.empty() ? "nothing" : "it measures " + theirs;
}

/// Meets the other ranks before rows that are measured in turns.
class MeetingWatch final : public BenchWatch {
 public:
  explicit MeetingWatch(Ranks& ranks) : ranks_(ranks) {}

  void comes(const BenchProgress& progress) override { kept_.comes(progress); }
  void begins(const std::string& rows) override {
    meets_ = true;
    ranks_.agree(rows, [&](const std::string& theirs) { return difference(rows, theirs); });
    meets_ = false;
  }
  [[nodiscard]] bool stopped() override { return kept_.stopped(); }
  /// It has come to an end while it met the others: they know.
  [[nodiscard]] bool meets() const { return meets_; }

 private:
  Ranks& ranks_;
  KeptRows kept_{std::nullopt};
  bool meets_ = false;
};

std::string host_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::string text_of(const Results& results) {
  return written_json(nlohmann::json{{"host", host_name()}, {"results", results_json(results)}});
}

RankResults results_of(const std::string& text) {
  const std::string name = "a rank";
  return read_exactly(text, name, "rows of it", [&](const nlohmann::json& in) {
    return RankResults{in.at("host").get<std::string>(), results_from_json(in.at("results").get<std::string>(), name)};
  });
}

}  // namespace

std::vector<RankResults> measure_by_ranks(Ranks& ranks, const Several& asked,
                                          const std::vector<UnfinishedBench>& parts) {
  const std::string version = "version " HETEROSCOPE_VERSION;
  ranks.agree(version, [&](const std::string& theirs) { return version == theirs ? "" : theirs; });
  Results own;
  MeetingWatch watch(ranks);
  const Failure failed = attempt([&] {
    own = measure_several(asked, parts, watch, [](const Results&) {});
    if (watch.stopped()) throw BadInput("bench was stopped; of several ranks nothing is kept");
    if (own.parts.empty()) throw BadInput("nothing can be measured here");
  });
  if (failed && watch.meets()) raise(failed);
  if (failed) raise(ranks.agree_at_end(failed));
  std::vector<RankResults> out{results_of(text_of(own))};
  ranks.agree(text_of(own), [&](const std::string& theirs) {
    if (!theirs.starts_with('{')) return difference("the end", theirs);
    out.push_back(results_of(theirs));
    return std::string();
  });
  return out;
}

}  // namespace heteroscope
