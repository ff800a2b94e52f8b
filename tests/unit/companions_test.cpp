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
#include "core/world/companions.hpp"
#include "core/world/letters.hpp"
#include "tests/fakes/stop.hpp"
#include "tests/fakes/threads_world.hpp"

/// Letters between ranks, which are threads here.
namespace heteroscope {
namespace {

using testing::ThreadsWorld;
using namespace std::chrono_literals;

TEST(Companions, GiveUpARankThatIsSilent) {
  ThreadsWorld(2).run([](World& world) {
    if (world.rank() == 1) return;
    Companions companions(world, {}, 50ms);
    const Failure failed = attempt([&] { companions.receive(1); });
    EXPECT_EQ(failed.kind, Failure::Kind::input);
    EXPECT_EQ(failed.line, "rank 1 has not been heard of for 0.05 s");
    EXPECT_TRUE(companions.lost());
  });
}

TEST(Companions, WaitForOneThatIsHeardOf) {
  ThreadsWorld(2).run([](World& world) {
    if (world.rank() == 1) {
      for (int i = 0; i < 10; ++i) {
        world.send(0, letter_of({.about = About::alive}));
        std::this_thread::sleep_for(20ms);
      }
      world.send(0, letter_of({.about = About::share}, "late"));
      return;
    }
    Companions companions(world, {}, 1min);
    EXPECT_EQ(text_of(companions.receive(1)), "late");
    EXPECT_FALSE(companions.lost());
  });
}

TEST(Companions, EndWhereSomebodyWantsTheEnd) {
  ThreadsWorld(2).run([](World& world) {
    if (world.rank() == 1) return;
    Companions companions(world, testing::requested_stop());
    EXPECT_EQ(attempt([&] { companions.receive(1); }).line, "the ranks were stopped, or one of them has died");
    EXPECT_FALSE(companions.lost());
  });
}

TEST(Companions, AreWaitedForWhereTheyAgreeOnTheEnd) {
  ThreadsWorld(2).run([](World& world) {
    Companions companions(world, testing::requested_stop());
    companions.set_patience(20s);
    companions.begin();
    if (world.rank() == 1) {
      std::this_thread::sleep_for(60ms);
      return companions.send(0, std::span<const std::byte>());
    }
    EXPECT_FALSE(attempt([&] { companions.receive(1); }));
    companions.set_patience(50ms);
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(attempt([&] { companions.receive(1); }).line, "the ranks were stopped, or one of them has died");
    EXPECT_GE(std::chrono::steady_clock::now() - begun, 50ms);
  });
}

TEST(Companions, PassOnWhatEndedOne) {
  ThreadsWorld(3).run([](World& world) {
    Companions companions(world, {});
    if (world.rank() == 2) return companions.fail({Failure::Kind::device, "no memory"});
    const Failure failed = attempt([&] { companions.receive(2); });
    EXPECT_EQ(failed.kind, Failure::Kind::device);
    EXPECT_EQ(failed.line, "rank 2: no memory");
  });
}

/// A world whose letters take some looks to go and fewer to come, as MPI's large ones do.
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
  std::optional<Letter> receive() override {
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
  std::optional<Letter> arriving_;
};

/// So that it need not go on while this rank computes. One that has had no processor for long goes on all the same: not
/// each time, then.
TEST(Companions, HaveSentWhatTheySentOnceTheyHaveReceived) {
  constexpr int rounds = 8;
  int sent = 0;
  for (int round = 0; round < rounds; ++round) {
    std::array<int, 2> to_go{};
    ThreadsWorld(2).run([&](World& world) {
      SlowWorld slow(world);
      Companions companions(slow, {});
      companions.begin();
      EXPECT_EQ(companions.largest(world.rank()), 1);
      to_go[static_cast<std::size_t>(world.rank())] = slow.to_go();
    });
    sent += to_go == std::array<int, 2>{} ? 1 : 0;
  }
  EXPECT_GT(sent, rounds / 2);
}

}  // namespace
}  // namespace heteroscope
