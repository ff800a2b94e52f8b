#include "core/worker/run_answer.hpp"

#include <algorithm>
#include <utility>

#include "core/link/message_kind.hpp"
#include "core/worker/messages.hpp"

namespace heteroscope {
namespace {

Failure failure_in(WireReader& wire) {
  std::uint64_t number = 0;
  Failure out;
  wire(number, out);
  wire.finish();
  if (!out) throw WireReader::damaged();
  return out;
}

}  // namespace

FollowAnswer follow_answer(std::span<const std::uint8_t> message, std::size_t outputs) {
  WireReader wire(message);
  const auto read = [&]<class Answer>(Answer out) {
    wire(out);
    wire.finish();
    return out;
  };
  switch (kind_of(wire)) {
    case MessageKind::output:
      return read(RunOutput{});
    case MessageKind::file: {
      RunFile out = read(RunFile{});
      if (out.which >= outputs) throw WireReader::damaged();
      return out;
    }
    case MessageKind::ended: {
      constexpr int most = 255;
      const RunEnd out = read(RunEnd{});
      return RunEnd{out.number, std::clamp(out.code, -1, most)};
    }
    case MessageKind::failure:
      return failure_in(wire);
    default:
      throw WireReader::damaged();
  }
}

std::vector<RunFacts> kept_runs_in(std::span<const std::uint8_t> message) {
  WireReader wire(message);
  if (kind_of(wire) != MessageKind::runs) throw WireReader::damaged();
  std::vector<RunFacts> out;
  wire(out);
  wire.finish();
  for (const RunFacts& each : out) {
    if (!is_run_name(each.run) || each.outputs.size() > most_run_outputs) throw WireReader::damaged();
  }
  return out;
}

Failure done_answer(std::span<const std::uint8_t> message) {
  WireReader wire(message);
  switch (kind_of(wire)) {
    case MessageKind::done:
      return {};
    case MessageKind::failure:
      return failure_in(wire);
    default:
      throw WireReader::damaged();
  }
}

std::optional<std::string> ArrivingFiles::take(const RunFile& part) {
  if (come_.contains(part.which)) return std::nullopt;
  std::string& bytes = begun_[part.which];
  if (part.at == 0) bytes.clear();
  if (part.at != bytes.size()) throw WireReader::damaged();
  bytes += part.bytes;
  if (!part.is_last) return std::nullopt;
  come_.insert(part.which);
  return std::move(begun_.extract(part.which).mapped());
}

}  // namespace heteroscope
