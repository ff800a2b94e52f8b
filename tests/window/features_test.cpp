// Which features are open beside each other.
#include <gtest/gtest.h>

#include <set>

#include "app/window/features/bench/bench_feature.hpp"
#include "app/window/model/state.hpp"
#include "kernels/registry.hpp"
#include "tests/window/all_features.hpp"

namespace heteroscope {
namespace {

using Open = std::set<Action>;

class FeaturesTest : public ::testing::Test {
 protected:
  FeaturesTest() {
    state_.catalog = catalog();
    state_.workload = state_.catalog.front();
    state_.settings = default_settings(*state_.workload);
  }

  State state_;
  AllFeatures features_;
};

TEST_F(FeaturesTest, ThoseThatStandAloneCloseEachOther) {
  features_->toggle(action::toggle_queue, state_);
  EXPECT_EQ(features_->open(), (Open{action::toggle_queue}));
  features_->toggle(action::toggle_bench, state_);
  EXPECT_EQ(features_->open(), (Open{action::toggle_bench}));
  EXPECT_TRUE(features_->of<BenchFeature>().is_open());
  features_->toggle(action::toggle_views, state_);
  EXPECT_EQ(features_->open(), (Open{action::toggle_views}));
  features_->toggle(action::toggle_views, state_);
  EXPECT_EQ(features_->open(), Open{});
}

TEST_F(FeaturesTest, ListsAndTheLensLieOverOthers) {
  features_->toggle(action::toggle_queue, state_);
  for (const Action over : {action::toggle_lens, action::welcome, action::open, action::toggle_keys, action::search}) {
    features_->toggle(over, state_);
    EXPECT_EQ(features_->open(), (Open{action::toggle_queue, over}));
    features_->toggle(over, state_);
  }
  features_->toggle(action::toggle_keys, state_);
  features_->toggle(action::toggle_views, state_);
  EXPECT_EQ(features_->open(), (Open{action::toggle_keys, action::toggle_views})) << "what lies over others stays";
  EXPECT_TRUE(features_->close_top());
  EXPECT_EQ(features_->open(), (Open{action::toggle_views})) << "the list of keys was on top";
}

}  // namespace
}  // namespace heteroscope
