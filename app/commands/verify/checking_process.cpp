#include "app/commands/verify/checking_process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <utility>
#include <vector>

#include "app/commands/verify/command.hpp"
#include "core/model/settings/source.hpp"
#include "core/own/source/own_source.hpp"
#include "core/process/process_time.hpp"

namespace heteroscope {

namespace {

/// The files of all variants that are a person's own.
std::vector<std::filesystem::path> own_files_of(Catalog catalog) {
  std::vector<std::filesystem::path> out;
  for (const Workload* const workload : catalog) {
    for (const Stage& stage : workload->stages) {
      for (const NamedVariant& each : stage.variants) {
        if (each.variant->own != nullptr) out.push_back(each.variant->own->path);
      }
    }
  }
  return out;
}

/// False if the other side has gone.
bool send_all(int channel, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t now = send(channel, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (now < 0 && errno != EINTR) return false;
    if (now > 0) sent += static_cast<std::size_t>(now);
  }
  return true;
}

}  // namespace

void CheckingProcess::start() {
  std::vector words{std::string("verify"), std::string(answering_option)};
  for (const std::filesystem::path& each : own_files_of(catalog_)) {
    words.emplace_back("--variant");
    words.push_back(each.string());
  }
  process_ = std::make_unique<ProgramProcess>("verify: a checking process", std::move(words));
  received_.clear();
  has_begun_ = false;
}

/// Waits for the process, which has ended or will at once, and says how it did.
std::string CheckingProcess::reap() {
  std::string out = process_->wait_for_end();
  process_ = nullptr;
  return out;
}

Answer CheckingProcess::lost(const std::string& why) {
  Answer out;
  out.result.outcome = Outcome::failed;
  out.result.reason = why;
  out.lost_device = true;
  return out;
}

std::optional<Answer> CheckingProcess::ask(const std::string& line, double limit_s, const GiveUp& give_up) {
  if (process_ == nullptr) start();
  std::optional<ProcessTime> time(process_->id());
  const bool sent = send_all(process_->channel(), line + '\n');
  for (;;) {
    if (const std::size_t line_end = received_.find('\n'); line_end != received_.npos) {
      const std::string said = received_.substr(0, line_end);
      received_.erase(0, line_end + 1);
      if (said == begun_line) {
        has_begun_ = true;
        time.emplace(process_->id());
        continue;
      }
      const Answer answer = answer_from_line(said);
      if (answer.lost_device) end();
      return answer;
    }
    constexpr double start_s = 60;  // a driver's start may take some
    pollfd waiting{.fd = process_->channel(), .events = POLLIN, .revents = 0};
    // what it says while it is looked at counts
    const bool hangs = time->spent_s() > limit_s + (has_begun_ ? 0 : start_s) && sent && poll(&waiting, 1, 0) == 0;
    if (hangs || give_up()) {
      process_->kill();
      reap();
      return hangs ? std::optional(lost(fmt::format("it did not end within {:.3g} s", limit_s))) : std::nullopt;
    }
    constexpr int turn_ms = 100;
    if (sent && poll(&waiting, 1, turn_ms) <= 0) continue;
    std::array<char, 65536> bytes{};
    const ssize_t count = sent ? recv(process_->channel(), bytes.data(), bytes.size(), 0) : 0;
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const std::string how = reap();
      // what ends the program ends its processes at the same time
      return give_up() ? std::nullopt : std::optional(lost(how));
    }
    received_.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

double hang_limit_s(const Settings& settings, Catalog catalog, double least_s) {
  constexpr double slow_operations_per_s = 2e6;  // under a sanitizer
  const Problem& problem = settings.problem;
  double operations = reference_operations(settings, find_workload(catalog, problem.workload));
  if (const Workload* live = find_source_workload(catalog, problem.source.id)) {
    Settings source = default_settings(*live);
    for (const auto& [key, value] : problem.source.values) source.problem.parameters[key] = value;
    source.problem.size = problem.size;
    operations += reference_operations(source, *live);
  }
  return least_s + operations / slow_operations_per_s;
}

}  // namespace heteroscope
