// Which features are open beside each other.
#include <gtest/gtest.h>

#include <set>

#include "app/window/features/bench/bench_feature.hpp"
#include "kernels/registry.hpp"
#include "tests/window/all_features.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

using Open = std::set<Action>;

class FeaturesTest : public ::testing::Test {
 protected:
  FeaturesTest() {
    parts_.model.catalog = catalog();
    parts_.model.workload = parts_.model.catalog.front();
    *parts_.model.edit() = default_settings(*parts_.model.workload);
    parts_.ui.action_table = &features_->table();
  }

  WindowParts parts_;
  AllFeatures features_;
};

TEST_F(FeaturesTest, ThoseThatStandAloneCloseEachOther) {
  features_->toggle(action::toggle_queue, parts_.all());
  EXPECT_EQ(features_->open(), (Open{action::toggle_queue}));
  features_->toggle(action::toggle_bench, parts_.all());
  EXPECT_EQ(features_->open(), (Open{action::toggle_bench}));
  EXPECT_TRUE(features_->of<BenchFeature>().is_open());
  features_->toggle(action::toggle_views, parts_.all());
  EXPECT_EQ(features_->open(), (Open{action::toggle_views}));
  features_->toggle(action::toggle_views, parts_.all());
  EXPECT_EQ(features_->open(), Open{});
}

TEST_F(FeaturesTest, ListsAndTheLensLieOverOthers) {
  features_->toggle(action::toggle_queue, parts_.all());
  for (const Action over : {action::toggle_lens, action::welcome, action::open, action::toggle_keys, action::search}) {
    features_->toggle(over, parts_.all());
    EXPECT_EQ(features_->open(), (Open{action::toggle_queue, over}));
    features_->toggle(over, parts_.all());
  }
  features_->toggle(action::toggle_keys, parts_.all());
  features_->toggle(action::toggle_views, parts_.all());
  EXPECT_EQ(features_->open(), (Open{action::toggle_keys, action::toggle_views})) << "what lies over others stays";
  EXPECT_TRUE(features_->close_top());
  EXPECT_EQ(features_->open(), (Open{action::toggle_views})) << "the list of keys was on top";
}

}  // namespace
}  // namespace heteroscope
