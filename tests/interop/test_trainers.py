"""Rewards and metrics inside the real trainers of TRL and ``evaluate``, where those are installed.

The model is tiny and random, so nothing is downloaded.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tertium import evaluate as evaluation_of
from tertium.interop.evaluate import evaluation_module
from tertium.interop.trl import reward
from tests.support.parsers import BROKEN, GOLD

pytestmark = pytest.mark.filterwarnings("default")


def test_grpo(tmp_path: Path) -> None:
    trl = pytest.importorskip("trl")
    transformers = pytest.importorskip("transformers")
    datasets = pytest.importorskip("datasets")
    seen: list[list[float | None]] = []
    inner = reward("smatch:top=concept", golds=GOLD, partial=0.5, valid=0.1)

    def spy(**call: Any) -> list[float | None]:
        seen.append(inner(**call))
        return seen[-1]

    arguments = trl.GRPOConfig(
        output_dir=str(tmp_path),
        max_steps=2,
        per_device_train_batch_size=4,
        num_generations=4,
        max_completion_length=8,
        report_to=[],
        use_cpu=True,
        save_strategy="no",
    )
    trainer = trl.GRPOTrainer(
        model=_model(transformers),
        processing_class=_tokenizer(transformers),
        reward_funcs=[spy, inner],
        args=arguments,
        train_dataset=datasets.Dataset.from_dict({"prompt": ["a"] * len(GOLD), "gold": GOLD}),
    )
    trainer.train()
    assert len(seen) == 2
    assert all(len(rewards) == 4 for rewards in seen)


def _tokenizer(transformers: Any) -> Any:
    tokenizers = pytest.importorskip("tokenizers")
    letters = "abcdefghijklmnopqrstuvwxyz()/: -0123456789"
    vocabulary = {"<pad>": 0, "<eos>": 1} | {c: k for k, c in enumerate(letters, start=2)}
    plain = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="<pad>"))
    plain.pre_tokenizer = tokenizers.pre_tokenizers.Split("", "isolated")
    plain.decoder = tokenizers.decoders.Fuse()
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=plain, pad_token="<pad>", eos_token="<eos>"
    )


def _model(transformers: Any) -> Any:
    config = transformers.GPT2Config(
        vocab_size=44, n_positions=64, n_embd=8, n_layer=1, n_head=1, bos_token_id=1, eos_token_id=1
    )
    return transformers.GPT2LMHeadModel(config)


def test_evaluate_package() -> None:
    pytest.importorskip("evaluate")
    module = evaluation_module("smatch")
    module.add_batch(predictions=BROKEN, references=GOLD)
    score = evaluation_of(GOLD, [BROKEN]).systems[0].results[0].score
    assert module.compute() == {
        "invalid": 1,
        "smatch": score.value,
        "smatch_precision": score.precision,
        "smatch_recall": score.recall,
    }
