#pragma once

#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "core/world/world.hpp"

namespace heteroscope::testing {

/// Ranks that are threads of one process.
class ThreadsWorld {
 public:
  explicit ThreadsWorld(int count) : boxes_(static_cast<std::size_t>(count)) {}

  /// Calls body(world) as each rank, on a thread of its own.
  template <class Body>
  void run(Body body) {
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < static_cast<int>(boxes_.size()); ++rank)
      threads.emplace_back([this, rank, &body] {
        Member member(*this, rank);
        body(static_cast<World&>(member));
      });
  }

 private:
  struct Box {
    std::mutex mutex;
    std::deque<Message> messages;
  };

  class Member final : public World {
   public:
    Member(ThreadsWorld& all, int rank) : all_(all), rank_(rank) {}
    [[nodiscard]] int rank() const override { return rank_; }
    [[nodiscard]] int count() const override { return static_cast<int>(all_.boxes_.size()); }
    void send(int to, std::vector<std::byte> bytes) override {
      Box& box = all_.boxes_[static_cast<std::size_t>(to)];
      const std::lock_guard lock(box.mutex);
      box.messages.push_back({rank_, std::move(bytes)});
    }
    std::optional<Message> receive() override {
      Box& box = all_.boxes_[static_cast<std::size_t>(rank_)];
      const std::lock_guard lock(box.mutex);
      if (box.messages.empty()) return std::nullopt;
      Message out = std::move(box.messages.front());
      box.messages.pop_front();
      return out;
    }
    bool all_sent() override { return true; }
    [[nodiscard]] bool arrives() override { return false; }
    void end() override {}
    [[noreturn]] void abort(int) override { throw std::logic_error("abort"); }

   private:
    ThreadsWorld& all_;
    int rank_;
  };

  std::vector<Box> boxes_;
};

}  // namespace heteroscope::testing
