#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/failure.hpp"
#include "core/world/communicator.hpp"
#include "core/world/messages.hpp"
#include "tests/fakes/stop.hpp"
#include "tests/fakes/threads_world.hpp"

/// Messages between ranks, which are threads here.
namespace heteroscope {
namespace {

using testing::ThreadsWorld;
using namespace std::chrono_literals;

TEST(Communicator, GiveUpARankThatIsSilent) {
  ThreadsWorld(2).run([](World& world) {
    if (world.rank() == 1) return;
    Communicator communicator(world, {}, 50ms);
    const Failure failed = attempt([&] { communicator.receive(1); });
    EXPECT_EQ(failed.kind, Failure::Kind::input);
    EXPECT_EQ(failed.line, "rank 1 has sent nothing for 0.05 s");
    EXPECT_TRUE(communicator.lost());
  });
}

TEST(Communicator, WaitForOneThatIsHeardOf) {
  ThreadsWorld(2).run([](World& world) {
    if (world.rank() == 1) {
      for (int i = 0; i < 10; ++i) {
        world.send(0, message_of({.about = About::alive}));
        std::this_thread::sleep_for(20ms);
      }
      world.send(0, message_of({.about = About::share}, "late"));
      return;
    }
    Communicator communicator(world, {}, 1min);
    EXPECT_EQ(text_of(communicator.receive(1)), "late");
    EXPECT_FALSE(communicator.lost());
  });
}

TEST(Communicator, EndWhereSomebodyWantsTheEnd) {
  ThreadsWorld(2).run([](World& world) {
    if (world.rank() == 1) return;
    Communicator communicator(world, testing::requested_stop());
    EXPECT_EQ(attempt([&] { communicator.receive(1); }).line, "the ranks were stopped, or one of them has died");
    EXPECT_FALSE(communicator.lost());
  });
}

TEST(Communicator, AreWaitedForWhereTheyAgreeOnTheEnd) {
  ThreadsWorld(2).run([](World& world) {
    Communicator communicator(world, testing::requested_stop());
    communicator.set_patience(20s);
    communicator.begin();
    if (world.rank() == 1) {
      std::this_thread::sleep_for(60ms);
      return communicator.send(0, std::span<const std::byte>());
    }
    EXPECT_FALSE(attempt([&] { communicator.receive(1); }));
    communicator.set_patience(50ms);
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(attempt([&] { communicator.receive(1); }).line, "the ranks were stopped, or one of them has died");
    EXPECT_GE(std::chrono::steady_clock::now() - begun, 50ms);
  });
}

TEST(Communicator, PassOnWhatEndedOne) {
  ThreadsWorld(3).run([](World& world) {
    Communicator communicator(world, {});
    if (world.rank() == 2) return communicator.fail({Failure::Kind::device, "no memory"});
    const Failure failed = attempt([&] { communicator.receive(2); });
    EXPECT_EQ(failed.kind, Failure::Kind::device);
    EXPECT_EQ(failed.line, "rank 2: no memory");
  });
}

/// A world whose messages take some looks to go and fewer to come, as MPI's large ones do.
class SlowWorld final : public World {
 public:
  explicit SlowWorld(World& world) : world_(world) {}
  [[nodiscard]] int rank() const override { return world_.rank(); }
  [[nodiscard]] int count() const override { return world_.count(); }
  void send(int to, std::vector<std::byte> bytes) override {
    const std::lock_guard lock(mutex_);
    to_go_ = 30;
    world_.send(to, std::move(bytes));
  }
  std::optional<Message> receive() override {
    const std::lock_guard lock(mutex_);
    if (!arriving_) {
      arriving_ = world_.receive();
      to_come_ = 3;
    }
    if (!arriving_ || --to_come_ > 0) return std::nullopt;
    return std::exchange(arriving_, std::nullopt);
  }
  bool all_sent() override {
    const std::lock_guard lock(mutex_);
    if (to_go_ > 0) --to_go_;
    return to_go_ == 0;
  }
  [[nodiscard]] bool arrives() override {
    const std::lock_guard lock(mutex_);
    return arriving_.has_value();
  }
  void end() override {}
  [[noreturn]] void abort(int) override { throw std::logic_error("abort"); }

  [[nodiscard]] int to_go() {
    const std::lock_guard lock(mutex_);
    return to_go_;
  }

 private:
  World& world_;
  std::mutex mutex_;
  int to_go_ = 0, to_come_ = 0;
  std::optional<Message> arriving_;
};

/// So that it need not go on while this rank computes. One that has had no processor for long goes on all the same: not
/// each time, then, and beside other programs seldom.
TEST(Communicator, HaveSentWhatTheySentOnceTheyHaveReceived) {
  constexpr int most_rounds = 1000;
  bool all_sent = false;
  for (int round = 0; round < most_rounds && !all_sent; ++round) {
    std::array<int, 2> to_go{};
    ThreadsWorld(2).run([&](World& world) {
      SlowWorld slow(world);
      Communicator communicator(slow, {});
      communicator.begin();
      EXPECT_EQ(communicator.largest(world.rank()), 1);
      to_go[static_cast<std::size_t>(world.rank())] = slow.to_go();
    });
    all_sent = to_go == std::array<int, 2>{};
  }
  EXPECT_TRUE(all_sent);
}

}  // namespace
}  // namespace heteroscope
