#include "app/commands/bench/ranks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>

#include "app/commands/bench/kept_rows.hpp"
#include "core/base/build_facts.hpp"
#include "core/io/json/json_section.hpp"

namespace heteroscope {
namespace {

std::string host_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

/// Why nothing could be measured; empty where something was.
std::string why_nothing(const Results& results) {
  if (!results.parts.empty()) return {};
  return results.left_out.empty() ? "nothing was to be measured" : results.left_out.front().reason;
}

std::string results_text(const Results& results) {
  nlohmann::json out{{"host", host_name()}, {"why_nothing", why_nothing(results)}};
  if (!results.parts.empty()) out["results"] = results_json(results);
  return written_json(out);
}

/// A rank that is still measuring tells which rows instead.
bool is_of_the_end(const std::string& theirs) {
  return theirs.starts_with('{');
}

RankResults results_in(const std::string& text) {
  const std::string name = "a rank";
  const nlohmann::json value = parse_json(text, name, 1);
  const Section in(value, "", name);
  RankResults out{in.needed_text("host"), {}};
  const std::string why = in.needed_text("why_nothing");
  if (why.empty()) {
    out.results = results_from_json(in.needed_text("results"), name);
  } else {
    out.results.left_out.push_back({.title = {}, .reason = why});
  }
  return out;
}

/// What a rank that has ended says to one that has not, or has measured something.
std::string refusal_text(const std::string& theirs) {
  const std::string why = why_nothing(results_in(theirs).results);
  if (why.empty()) return "it has ended";
  return fmt::format(
      "nothing can be measured there: {}; leave that rank out, or choose what all ranks can measure "
      "(--processor cpu)",
      why);
}

/// Where two ranks are in the list of rows; it must be the same for both, or one would wait for nothing.
std::string difference_of_ranks(const std::string& own, const std::string& theirs) {
  if (own == theirs) return {};
  if (is_of_the_end(theirs)) return refusal_text(theirs);
  return theirs.empty() ? "nothing" : "it measures " + theirs;
}

/// The difference if this rank has ended.
std::string difference_at_end(const Results& own, const std::string& theirs) {
  const std::string why = why_nothing(own);
  const std::string here = why.empty() ? why : ", and nothing can be measured at rank 0: " + why;
  if (!is_of_the_end(theirs)) return fmt::format("it measures {}{}", theirs, here);
  const bool has_rows = why_nothing(results_in(theirs).results).empty();
  if (has_rows == why.empty()) return {};
  return has_rows ? "it has measured rows" + here : refusal_text(theirs);
}

/// Meets the other ranks before rows that are measured in turns.
class BarrierWatch final : public BenchWatch {
 public:
  explicit BarrierWatch(Ranks& ranks) : ranks_(ranks) {}

  void comes(const BenchProgress& progress) override { kept_.comes(progress); }
  void begins(const std::string& rows) override {
    meets_ = true;
    ranks_.agree(rows, [&](const std::string& theirs) { return difference_of_ranks(rows, theirs); });
    meets_ = false;
  }
  [[nodiscard]] bool stopped() override { return kept_.stopped(); }
  /// Whether it has ended in agreement with the others, so that they know.
  [[nodiscard]] bool meets() const { return meets_; }

 private:
  Ranks& ranks_;
  KeptRows kept_{std::nullopt};
  bool meets_ = false;
};

}  // namespace

std::vector<RankResults> measure_by_ranks(Ranks& ranks, const Several& asked,
                                          const std::vector<UnfinishedBench>& parts) {
  const std::string version = "version " + std::string(build_facts().version);
  ranks.agree(version, [&](const std::string& theirs) { return version == theirs ? "" : theirs; });
  Results own;
  BarrierWatch watch(ranks);
  const Failure failed = attempt([&] {
    own = measure_several(asked, parts, watch, [](const Results&) {});
    if (watch.stopped()) throw BadInput("bench was stopped; with several ranks nothing is saved");
  });
  if (failed && watch.meets()) raise(failed);
  if (failed) raise(ranks.agree_at_end(failed));
  std::vector<RankResults> out{{host_name(), std::move(own)}};
  const Results& first = out.front().results;
  const bool nothing = first.parts.empty();
  ranks.agree(results_text(first), [&](const std::string& theirs) {
    std::string other = difference_at_end(out.front().results, theirs);
    if (other.empty() && !nothing) out.push_back(results_in(theirs));
    return other;
  });
  return out;
}

}  // namespace heteroscope
