#pragma once

#include <cstdlib>

#include "core/world/world.hpp"

namespace heteroscope {

/// A rank that is the only one: it hears of nobody.
class LoneWorld final : public World {
 public:
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int count() const override { return 1; }
  void send(int, std::vector<std::byte>) override {}
  std::optional<Message> receive() override { return std::nullopt; }
  bool all_sent() override { return true; }
  [[nodiscard]] bool arrives() override { return false; }
  void end() override {}
  [[noreturn]] void abort(int code) override { std::exit(code); }
};

}  // namespace heteroscope
