#include "core/run/engine/reference_store.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace heteroscope {
namespace {

std::shared_ptr<const Frame> a_frame() {
  return std::make_shared<const Frame>();
}

ComparedWith check_of(const std::shared_ptr<const Frame>& frame) {
  return {.settings = {}, .checked = frame};
}

TEST(ReferenceStore, KeepsReferencesForWhoeverAsksAgain) {
  ReferenceStore store;
  const ComparedWith what{.settings = {}, .checked = nullptr};
  EXPECT_FALSE(store.take(what));
  const auto reference = a_frame();
  store.keep(what, {.frame = reference, .why_not = {}});
  for (int i = 0; i < 2; ++i) {
    const auto found = store.take(what);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->frame, reference);
  }
}

/// These are as large as the picture.
TEST(ReferenceStore, HandsAFrameThatWasComputedOnceMoreOverOnceAndHoldsNeither) {
  ReferenceStore store;
  const auto frame = a_frame();
  auto again = a_frame();
  const std::weak_ptr<const Frame> seen = again;
  store.keep(check_of(frame), {.frame = std::move(again), .why_not = {}});
  EXPECT_EQ(frame.use_count(), 1);
  EXPECT_FALSE(store.take(check_of(a_frame()))) << "of another frame";
  EXPECT_TRUE(store.take(check_of(frame)));
  EXPECT_TRUE(seen.expired());
  EXPECT_FALSE(store.take(check_of(frame)));
}

TEST(ReferenceStore, DropsAFrameThatWasComputedOnceMoreWhenNobodyCanAskForItAnyMore) {
  ReferenceStore store;
  auto frame = a_frame();
  auto again = a_frame();
  const std::weak_ptr<const Frame> seen = again;
  store.keep(check_of(frame), {.frame = std::move(again), .why_not = {}});
  store.drop_unwanted_check();
  EXPECT_FALSE(seen.expired());
  frame.reset();
  store.drop_unwanted_check();
  EXPECT_TRUE(seen.expired());
}

}  // namespace
}  // namespace heteroscope
