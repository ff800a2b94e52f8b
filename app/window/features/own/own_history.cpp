#include "app/window/features/own/own_history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/numbers/statistics.hpp"
#include "core/own/own_variant.hpp"

namespace heteroscope {
namespace {

/// "line 12: 'x' was not declared": the first error.
std::string first_error(const std::vector<CompileMessage>& messages) {
  const auto first = std::ranges::find_if(messages, &CompileMessage::is_error);
  if (first == messages.end()) return {};
  return first->place.line > 0 ? fmt::format("line {}: {}", first->place.line, first->text) : first->text;
}

}  // namespace

bool OwnSave::is_measured() const {
  return times && measured && measured->time && measured->how == times->how;
}

std::optional<double> OwnSave::median_ms() const {
  if (!times) return std::nullopt;
  if (is_measured()) return measured->time->ms.median;
  const std::vector<double> samples(times->ms.begin(), times->ms.end());
  return statistics(samples).median;
}

std::optional<Interval> OwnSave::interval_ms() const {
  if (!times) return std::nullopt;
  if (is_measured()) return measured->time->interval;
  const std::vector<double> samples(times->ms.begin(), times->ms.end());
  return median_interval(samples);
}

std::optional<RoofPoint> OwnSave::point() const {
  if (is_measured()) return roof_point(measured->time->work, measured->time->ms.median);
  if (!times || times->points.empty()) return std::nullopt;
  const auto median = [&](double RoofPoint::*rate) {
    std::vector<double> all;
    for (const RoofPoint& each : times->points) all.push_back(each.*rate);
    return statistics(all).median;
  };
  return RoofPoint{.fma_per_byte = times->points.back().fma_per_byte,
                   .fma_per_s = median(&RoofPoint::fma_per_s),
                   .bytes_per_s = median(&RoofPoint::bytes_per_s)};
}

std::optional<RoofShare> OwnSave::share() const {
  const std::optional<RoofPoint> reached = point();
  if (!reached || !times->roof) return std::nullopt;
  return share_of(*times->roof, *reached);
}

bool OwnSave::is_beyond_roof() const {
  const std::optional<RoofShare> reached = share();
  return reached && reached->share > too_large_share;
}

std::optional<device::KernelNeeds> OwnSave::most_needs() const {
  if (needs.empty()) return std::nullopt;
  device::KernelNeeds out = needs.front();
  for (const device::KernelNeeds& each : needs) {
    out.registers = std::max(out.registers, each.registers);
    out.static_shared = std::max(out.static_shared, each.static_shared);
    out.local_bytes = std::max(out.local_bytes, each.local_bytes);
    out.most_threads = std::min(out.most_threads, each.most_threads);
  }
  return out;
}

std::optional<double> change(const OwnSave& before, const OwnSave& after) {
  const bool are_alike = before.times && after.times && before.times->how == after.times->how &&
                         before.is_measured() == after.is_measured();
  if (!are_alike || !(*before.median_ms() > 0)) return std::nullopt;
  return *after.median_ms() / *before.median_ms() - 1;
}

bool is_certain_change(const OwnSave& before, const OwnSave& after) {
  const std::optional<Interval> one = before.interval_ms();
  const std::optional<Interval> other = after.interval_ms();
  return change(before, after) && one && other && (one->high < other->low || other->high < one->low);
}

std::string OwnHistory::state_text() const {
  switch (state_) {
    case State::compiling:
      return id() + " is being compiled";
    case State::refused: {
      const std::string error = first_error(messages_);
      return error.empty() ? fmt::format("{}: {}", id(), why_) : fmt::format("{} does not compile: {}", id(), error);
    }
    case State::gone:
      return fmt::format("{}; the last save that compiled stays in use", why_);
    case State::compiled:
      break;
  }
  const OwnSave* const now = present();
  if (now == nullptr || now->from_cache) return id() + " is in use; it had been compiled before";
  return fmt::format("{} compiled in {:.0f} ms", id(), now->compile_ms);
}

const OwnSave* OwnHistory::present() const {
  const auto found = std::ranges::find(saves_, present_, &OwnSave::number);
  return found == saves_.end() ? nullptr : &*found;
}

std::string OwnHistory::fault() const {
  const OwnSave* const now = present();
  return now == nullptr ? std::string() : now->fault;
}

const OwnSave* OwnHistory::next_to_check() const {
  const OwnSave* const now = present();
  if (now != nullptr && now->wants_check()) return now;
  const auto newest = std::ranges::find_if(saves_, &OwnSave::wants_check);
  return newest == saves_.end() ? nullptr : &*newest;
}

const OwnSave* OwnHistory::timed_before(const OwnSave& save) const {
  const auto found = std::ranges::find_if(
      saves_, [&](const OwnSave& each) { return each.number < save.number && each.median_ms().has_value(); });
  return found == saves_.end() ? nullptr : &*found;
}

OwnSave* OwnHistory::find(const std::string& text) {
  const auto found = std::ranges::find(saves_, text, &OwnSave::text);
  return found == saves_.end() ? nullptr : &*found;
}

bool OwnHistory::changes(const std::string& text) const {
  const OwnSave* const now = present();
  return now == nullptr || (now->text != text && saves_.front().text != text);
}

void OwnHistory::begin() {
  state_ = State::compiling;
}

void OwnHistory::take(const CompiledSave& save) {
  messages_ = save.messages;
  why_ = save.why;
  state_ = save.why.empty() ? State::compiled : State::refused;
  if (!save.why.empty()) return;
  OwnSave* known = save.order.goes_back || !changes(save.order.text) ? find(save.order.text) : nullptr;
  if (known == nullptr) {
    known = &saves_.emplace_front();
    known->number = ++last_;
    known->text = save.order.text;
    if (saves_.size() > most_saves) saves_.pop_back();
  }
  known->variant = save.variant;
  known->fault.clear();
  known->compile_ms = save.ms;
  known->from_cache = save.from_cache;
  known->needs = save.needs;
  present_ = known->number;
}

void OwnHistory::lose(std::string why) {
  state_ = State::gone;
  why_ = std::move(why);
  messages_.clear();
}

bool OwnHistory::note_fault(const std::string& line) {
  const auto now = std::ranges::find(saves_, present_, &OwnSave::number);
  return now != saves_.end() && std::exchange(now->fault, line) != line;
}

void OwnHistory::note_check(const std::string& text, const SmallCheck& check) {
  for (OwnSave& each : saves_) {
    if (each.text == text) each.check = check;
  }
}

void OwnHistory::note_check_progress(const std::string& text, const std::string& words) {
  for (OwnSave& each : saves_) {
    each.check_progress = !each.wants_check() ? std::string() : each.text == text ? words : "not compared yet";
  }
}

void OwnHistory::note_printed(const std::string& text, const PrintedLines& lines) {
  for (OwnSave& each : saves_) {
    if (each.text == text) each.printed.add(lines);
  }
}

PrintedLines OwnHistory::printed() const {
  const OwnSave* const now = present();
  return now == nullptr ? PrintedLines() : now->printed;
}

std::string OwnHistory::wrong() const {
  const OwnSave* const now = present();
  return now != nullptr && now->check ? now->check->wrong : std::string();
}

void OwnHistory::note_frame(const std::string& text, double compute_ms, const Settings& how, const Work& work,
                            const RoofOf& under, std::int64_t steps) {
  constexpr std::size_t most = 100;
  OwnSave* const save = find(text);
  if (save == nullptr) return;
  save->fault.clear();
  if (!save->times || save->times->how != how)
    save->times = SaveTimes{.how = how, .ms = {}, .of_step = steps > 0, .points = {}, .under = under, .roof = {}};
  save->times->ms.push_back(steps > 0 ? compute_ms / static_cast<double>(steps) : compute_ms);
  if (save->times->ms.size() > most) save->times->ms.pop_front();
  const std::optional<RoofPoint> point = roof_point(work, compute_ms);
  if (point) save->times->points.push_back(*point);
  if (save->times->points.size() > most) save->times->points.pop_front();
}

void OwnHistory::note_time(const SaveTime& time) {
  for (OwnSave& each : saves_) {
    if (each.variant != nullptr && &each.variant->variant() == time.variant) each.measured = time;
  }
}

void OwnHistory::note_roof(const RoofOf& of, const Roof& roof) {
  for (OwnSave& each : saves_) {
    if (each.times && each.times->under == of) each.times->roof = roof;
  }
}

NextCheck next_check(const std::deque<OwnHistory>& files, const std::filesystem::path& last) {
  NextCheck out;
  int best = -1;
  for (const OwnHistory& file : files) {
    const OwnSave* const save = file.next_to_check();
    if (save == nullptr) continue;
    const bool computes = save == file.present();
    const int rank = (computes ? 2 : 0) + (file.path() == last ? 1 : 0);
    if (rank > best) out = {.save = save, .computes = computes};
    best = std::max(best, rank);
  }
  return out;
}

}  // namespace heteroscope
