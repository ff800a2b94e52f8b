#include "app/ranks/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/world/messages.hpp"

namespace heteroscope {
namespace {

std::unique_ptr<Ranks>& present() {
  static std::unique_ptr<Ranks> ranks;
  return ranks;
}

/// The exit code with which mpirun ends: that of bad input.
constexpr int lost_code = 2;

/// The answer of a rank: its failure, or what it would do.
struct RankAnswer {
  Failure failure;
  std::string work;
};

}  // namespace

Ranks* ranks() {
  return present().get();
}

void join_ranks(const Launch& launch) {
  present() = std::make_unique<Ranks>(enter_world(launch));
}

Message Ranks::wait() const {
  Patience patience;
  for (;;) {
    if (auto message = world_->receive()) return std::move(*message);
    world_->all_sent();
    patience.wait();
  }
}

std::string Ranks::agree(const std::string& work, const std::function<std::string(const std::string&)>& difference) {
  std::string agreed = work;
  if (const Failure failed = agree_on({}, agreed, difference)) raise(failed);
  return agreed;
}

Failure Ranks::agree_on(const Failure& own, std::string& work,
                        const std::function<std::string(const std::string&)>& difference) {
  agreed_ = true;
  if (!leads()) {
    world_->send(0, own ? message_of({.about = About::failed, .number = static_cast<int>(own.kind)}, own.line)
                        : message_of({.about = About::ready}, work));
    const Message answer = wait();
    if (head_of(answer.bytes).about == About::refused)
      return own ? own : Failure{Failure::Kind::input, "rank 0 stopped the run"};
    work = text_of(answer.bytes);
    return {};
  }
  std::vector<RankAnswer> answers(static_cast<std::size_t>(world_->count()));
  for (int i = 1; i < world_->count(); ++i) {
    const Message message = wait();
    const Head head = head_of(message.bytes);
    RankAnswer& answer = answers[static_cast<std::size_t>(message.from)];
    if (head.about == About::failed) {
      answer.failure = {static_cast<Failure::Kind>(head.number), text_of(message.bytes)};
    } else {
      answer.work = text_of(message.bytes);
    }
  }
  Failure all = own;
  for (int i = 1; i < world_->count() && !all; ++i) {
    const RankAnswer& answer = answers[static_cast<std::size_t>(i)];
    if (answer.failure) all = {answer.failure.kind, fmt::format("rank {}: {}", i, answer.failure.line)};
    std::string other;
    const Failure unclear = attempt([&] { other = all ? "" : difference(answer.work); });
    if (unclear) other = unclear.line;
    if (!other.empty()) {
      all = {Failure::Kind::input,
             fmt::format("rank {} was started with another command or other settings: {}", i, other)};
    }
  }
  for (int i = 1; i < world_->count(); ++i)
    world_->send(i, message_of({.about = all ? About::refused : About::agreed}, work));
  return all;
}

Failure Ranks::agree_at_end(const Failure& own) noexcept {
  Failure out;
  const Failure lost = attempt([&] {
    std::string nothing;
    out = agree_on(own, nothing, [](const std::string& theirs) { return theirs.empty() ? "" : "it computes"; });
  });
  return lost ? lost : out;
}

void Ranks::tell(const std::string& text) const {
  for (int i = 1; i < world_->count(); ++i) world_->send(i, message_of({.about = About::told}, text));
}

std::string Ranks::told() const {
  return text_of(wait().bytes);
}

void Ranks::part() {
  if (lost_) world_->abort(lost_code);
  // What is still under way is received and ignored: nobody can end before it has been sent.
  const auto await_bye = [&] {
    while (head_of(wait().bytes).about != About::bye) {
    }
  };
  if (leads()) {
    for (int i = 1; i < world_->count(); ++i) world_->send(i, message_of({.about = About::bye}));
    for (int i = 1; i < world_->count(); ++i) await_bye();
  } else {
    await_bye();
    world_->send(0, message_of({.about = About::bye}));
  }
  for (Patience patience; !world_->all_sent(); patience.wait()) {
  }
  world_->end();
}

}  // namespace heteroscope
