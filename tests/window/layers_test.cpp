// Which layers are open beside each other.
#include "app/window/shell/layers.hpp"

#include <gtest/gtest.h>

#include <set>

#include "app/window/features/bench/layer.hpp"
#include "app/window/model/state.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

using Open = std::set<Action>;

class LayersTest : public testing::Test {
 protected:
  LayersTest() {
    state_.catalog = catalog();
    state_.workload = state_.catalog.front();
    state_.settings = default_settings(*state_.workload);
  }

  State state_;
  Layers layers_;
};

TEST_F(LayersTest, ThoseThatStandAloneCloseEachOther) {
  layers_.toggle(Action::toggle_queue, state_);
  EXPECT_EQ(layers_.open(), (Open{Action::toggle_queue}));
  layers_.toggle(Action::toggle_bench, state_);
  EXPECT_EQ(layers_.open(), (Open{Action::toggle_bench}));
  EXPECT_TRUE(layers_.of<BenchLayer>().is_open());
  layers_.toggle(Action::toggle_views, state_);
  EXPECT_EQ(layers_.open(), (Open{Action::toggle_views}));
  layers_.toggle(Action::toggle_views, state_);
  EXPECT_EQ(layers_.open(), Open{});
}

TEST_F(LayersTest, ListsAndTheLensLieOverOthers) {
  layers_.toggle(Action::toggle_queue, state_);
  for (const Action over : {Action::toggle_lens, Action::welcome, Action::open, Action::toggle_keys, Action::search}) {
    layers_.toggle(over, state_);
    EXPECT_EQ(layers_.open(), (Open{Action::toggle_queue, over}));
    layers_.toggle(over, state_);
  }
  layers_.toggle(Action::toggle_keys, state_);
  layers_.toggle(Action::toggle_views, state_);
  EXPECT_EQ(layers_.open(), (Open{Action::toggle_keys, Action::toggle_views})) << "what lies over others stays";
  EXPECT_TRUE(layers_.close_top());
  EXPECT_EQ(layers_.open(), (Open{Action::toggle_views})) << "the list of keys was on top";
}

}  // namespace
}  // namespace heteroscope
