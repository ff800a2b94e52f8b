#pragma once

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "core/world/world.hpp"

namespace heteroscope::testing {

/// Ranks that are threads of one process. Their moves are of the host's memory alone.
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
    std::deque<Letter> letters;
    std::deque<Letter> moved;  ///< bytes of moves, which nobody has asked for yet
  };

  class Member final : public World, public Mover {
   public:
    Member(ThreadsWorld& all, int rank) : all_(all), rank_(rank) {}
    [[nodiscard]] int rank() const override { return rank_; }
    [[nodiscard]] int count() const override { return static_cast<int>(all_.boxes_.size()); }
    void send(int to, std::vector<std::byte> bytes) override {
      Box& box = all_.boxes_[static_cast<std::size_t>(to)];
      const std::lock_guard lock(box.mutex);
      box.letters.push_back({rank_, std::move(bytes)});
    }
    std::optional<Letter> receive() override {
      Box& box = all_.boxes_[static_cast<std::size_t>(rank_)];
      const std::lock_guard lock(box.mutex);
      if (box.letters.empty()) return std::nullopt;
      Letter out = std::move(box.letters.front());
      box.letters.pop_front();
      return out;
    }
    bool all_sent() override { return true; }
    [[nodiscard]] bool arrives() override { return false; }
    [[nodiscard]] Mover* mover() override { return this; }
    Move move_to(int to, std::shared_ptr<const void> memory, std::size_t bytes) override {
      const auto* const from = static_cast<const std::byte*>(memory.get());
      Box& box = all_.boxes_[static_cast<std::size_t>(to)];
      const std::lock_guard lock(box.mutex);
      box.moved.push_back({rank_, {from, from + bytes}});
      return begun_++;
    }
    Move move_from(int from, std::shared_ptr<void> memory, std::size_t bytes) override {
      awaited_.push_back({begun_, from, std::move(memory), bytes});
      return begun_++;
    }
    /// By the thread that has begun them.
    bool has_moved(Move move) override {
      Box& box = all_.boxes_[static_cast<std::size_t>(rank_)];
      const std::lock_guard lock(box.mutex);
      std::erase_if(awaited_, [&](const Awaited& each) {
        const auto found = std::ranges::find(box.moved, each.from, &Letter::from);
        if (found == box.moved.end()) return false;
        if (found->bytes.size() != each.bytes) throw std::logic_error("a move of another size");
        std::memcpy(each.memory.get(), found->bytes.data(), each.bytes);
        box.moved.erase(found);
        return true;
      });
      return std::ranges::find(awaited_, move, &Awaited::move) == awaited_.end();
    }
    void end() override {}
    [[noreturn]] void abort(int) override { throw std::logic_error("abort"); }

   private:
    struct Awaited {
      Move move;
      int from;
      std::shared_ptr<void> memory;
      std::size_t bytes;
    };
    ThreadsWorld& all_;
    int rank_;
    Move begun_ = 0;
    std::vector<Awaited> awaited_;
  };

  std::vector<Box> boxes_;
};

}  // namespace heteroscope::testing
